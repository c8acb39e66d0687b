package function

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"steelyard/internal/compare"
)

// pyRow is one call of the entry point; source is a Python expression for the
// pair of its positional and its named arguments.
type pyRow struct {
	source string
}

// pyAssertion is one condition over the values that calls returned.
type pyAssertion struct {
	expr *compare.PyExpr
	// holes are the calls inside expr, and the row that answers each.
	holes map[*compare.PyExpr]int
	text  string
}

// errNotRows is wrapped by the reasons why tests cannot become data rows.
var errNotRows = errors.New("not data rows")

// pyRowCompiler turns assertions on literals into data rows. It evaluates
// everything but the calls of the entry point; what it does not know is an
// error, and the tests then run as they are.
type pyRowCompiler struct {
	callees  map[string]bool // names of the entry point
	class    string
	env      compare.PyEnv
	bindings map[string]*pyBinding
	rows     []pyRow
	// holes are those of the current statement, which is number line.
	holes map[*compare.PyExpr]int
	line  int
	// inArgument says that what is rewritten is an argument of a call.
	inArgument bool
}

// pyBinding is a variable of the tests.
type pyBinding struct {
	value compare.Value
	// passed says that a call has got the value, and shared that it was used
	// besides, in the same statement or a later one. line is the statement of
	// the last use.
	passed, shared bool
	line           int
}

func newPyRowCompiler(entry, param, class string) *pyRowCompiler {
	c := &pyRowCompiler{callees: map[string]bool{}, class: class, bindings: map[string]*pyBinding{}}
	c.callees[entry] = true
	if param != "" {
		c.callees[param] = true
	}
	return c
}

func notRows(format string, args ...any) error {
	return fmt.Errorf("%w: %s", errNotRows, fmt.Sprintf(format, args...))
}

// statement compiles one statement and returns its assertions.
func (c *pyRowCompiler) statement(s *pyStmt) ([]pyAssertion, error) {
	p := compare.NewPyParser(s.src, append(slices.Clip(s.toks), compare.PyToken{Kind: compare.PyEnd}))
	var out []pyAssertion
	for {
		for p.Accept(";") || p.Peek().Kind == compare.PyNewline && p.Take().Kind == compare.PyNewline {
			continue
		}
		if p.Peek().Kind == compare.PyEnd || p.Peek().Kind == compare.PyDedent {
			return out, nil
		}
		a, err := c.simple(p, s.src)
		if err != nil {
			return nil, err
		}
		if a != nil {
			out = append(out, *a)
		}
		if k := p.Peek(); k.Kind != compare.PyNewline && k.Kind != compare.PyEnd && k.Text != ";" {
			return nil, notRows("line %d: %q", k.Line, k.Text)
		}
	}
}

// simple compiles one simple statement; the assertion is nil for a statement
// that asserts nothing.
func (c *pyRowCompiler) simple(p *compare.PyParser, src string) (*pyAssertion, error) {
	c.line++
	switch t := p.Peek(); t.Text {
	case "assert":
		p.Take()
		return c.assertion(p, src)
	case "pass":
		p.Take()
		return nil, nil
	case "import":
		for p.Peek().Kind != compare.PyNewline && p.Peek().Kind != compare.PyEnd && !p.Is(";") {
			if p.Take().Text == "as" {
				return nil, notRows("line %d: import under another name", t.Line)
			}
		}
		return nil, nil // only math is known, and by its own name
	default:
		if pyReserved(t.Text) && t.Text != "not" && t.Text != "None" && t.Text != "True" && t.Text != "False" {
			return nil, notRows("line %d: %s", t.Line, t.Text)
		}
	}
	start := p.Pos
	e, err := p.ExprList()
	if err != nil {
		return nil, err
	}
	if !p.Accept("=") {
		return nil, c.expression(e)
	}
	if e.Node != compare.PyVar || c.callees[e.Name] {
		return nil, notRows("line %d: this assignment", p.Tokens[start].Line)
	}
	value, err := p.ExprList()
	if err != nil {
		return nil, err
	}
	return nil, c.assign(e.Name, value)
}

// expression accepts what has no effect on the tests: docstrings and prints of
// literals.
func (c *pyRowCompiler) expression(e *compare.PyExpr) error {
	if e.Node == compare.PyConst || e.Node == compare.PyVar {
		return nil
	}
	if e.Node == compare.PyCall && e.Args[0].Node == compare.PyVar && e.Args[0].Name == "print" {
		for _, a := range e.Args[1:] {
			if a.Node != compare.PyConst {
				return notRows("a print of an expression")
			}
		}
		return nil
	}
	return notRows("an expression statement")
}

func (c *pyRowCompiler) assign(name string, value *compare.PyExpr) error {
	if c.aliases(value) {
		return notRows("a second name for a mutable value")
	}
	c.holes = nil
	e, err := c.rewrite(value, nil)
	if err != nil {
		return err
	}
	b := &pyBinding{}
	if c.holes != nil {
		// The call happens once, wherever its value is used.
		return notRows("a call outside an assertion")
	}
	if b.value, err = c.env.Eval(e); err != nil {
		return err
	}
	if b.value.Kind == compare.KindIter && b.value.Type != "range" {
		return notRows("an iterator in a variable")
	}
	if old := c.bindings[name]; old != nil {
		if err := old.check(name); err != nil {
			return err
		}
	}
	c.bindings[name] = b
	return nil
}

// aliases reports whether the value of e would share a mutable variable's.
func (c *pyRowCompiler) aliases(e *compare.PyExpr) bool {
	switch e.Node { //nolint:exhaustive // other expressions make new values
	case compare.PyVar:
		b := c.bindings[e.Name]
		return b != nil && b.value.Mutable()
	case compare.PyTupleOf, compare.PyListOf, compare.PyDictOf, compare.PyBool, compare.PyIf:
		return slices.ContainsFunc(e.Args, c.aliases)
	}
	return false
}

// check refuses what a call could change in place: a mutable value that is
// passed to the candidate and used elsewhere too.
func (b *pyBinding) check(name string) error {
	if b.passed && b.shared && b.value.Mutable() {
		return notRows("%s may be changed by a call and is used again", name)
	}
	return nil
}

// finish checks what only the whole program tells.
func (c *pyRowCompiler) finish() error {
	for name, b := range c.bindings {
		if err := b.check(name); err != nil {
			return err
		}
	}
	return nil
}

func (c *pyRowCompiler) assertion(p *compare.PyParser, src string) (*pyAssertion, error) {
	first := p.Peek()
	e, err := p.Expr()
	if err != nil {
		return nil, err
	}
	text := src[first.Start:max(p.Tokens[p.Pos-1].End, first.Start)]
	if p.Is(",") {
		p.Take()
		if _, err := p.Expr(); err != nil { // the message
			return nil, err
		}
	}
	c.holes = nil
	rewritten, err := c.rewrite(e, nil)
	if err != nil {
		return nil, err
	}
	if c.holes == nil {
		// Nothing of the candidate's is asserted: it must hold as it stands.
		v, err := c.env.Eval(rewritten)
		if err != nil {
			return nil, err
		}
		if !v.Truth() {
			return nil, notRows("an assertion that is false for every candidate")
		}
		return nil, nil
	}
	return &pyAssertion{expr: rewritten, holes: c.holes, text: strings.Join(strings.Fields(text), " ")}, nil
}

// rewrite copies e with variables replaced by their values and the calls of the
// entry point noted as holes. local names are those of comprehensions.
func (c *pyRowCompiler) rewrite(e *compare.PyExpr, local map[string]bool) (*compare.PyExpr, error) {
	if e == nil {
		return nil, nil
	}
	switch e.Node {
	case compare.PyConst:
		return e, nil
	case compare.PyVar:
		return c.variable(e, local)
	case compare.PyAttr:
		if e.Args[0].Node == compare.PyVar && e.Args[0].Name == "math" {
			if _, err := c.env.Eval(e); err != nil {
				return nil, err
			}
			return e, nil
		}
		return nil, notRows("the attribute %s", e.Name)
	case compare.PyCall:
		return c.call(e, local)
	case compare.PyComp:
		return c.comprehension(e, local)
	case compare.PyIndex, compare.PySlice, compare.PyUnary, compare.PyBinary, compare.PyCompare, compare.PyBool,
		compare.PyIf, compare.PyTupleOf, compare.PyListOf, compare.PySetOf, compare.PyDictOf:
		return c.children(e, local)
	case compare.PyOpaque:
	}
	return nil, notRows("this form of expression")
}

func (c *pyRowCompiler) children(e *compare.PyExpr, local map[string]bool) (*compare.PyExpr, error) {
	out := *e
	out.Args = make([]*compare.PyExpr, len(e.Args))
	for i, a := range e.Args {
		if e.Node == compare.PyCompare && i > 0 && pyIsTypeTest(e) {
			out.Args[i] = a
			continue
		}
		var err error
		if out.Args[i], err = c.rewrite(a, local); err != nil {
			return nil, err
		}
	}
	return &out, nil
}

// pyIsTypeTest recognises "type(x) == list", whose right side is no value.
func pyIsTypeTest(e *compare.PyExpr) bool {
	l := e.Args[0]
	return l.Node == compare.PyCall && l.Args[0].Node == compare.PyVar && l.Args[0].Name == "type" && len(l.Args) == 2
}

func (c *pyRowCompiler) variable(e *compare.PyExpr, local map[string]bool) (*compare.PyExpr, error) {
	if local[e.Name] {
		return e, nil
	}
	b := c.bindings[e.Name]
	if b == nil {
		return nil, notRows("the name %s", e.Name)
	}
	if b.passed || c.inArgument && b.line == c.line {
		b.shared = true
	}
	b.passed = b.passed || c.inArgument
	b.line = c.line
	return &compare.PyExpr{Node: compare.PyConst, Value: b.value, Start: e.Start, End: e.End}, nil
}

func (c *pyRowCompiler) isEntry(fn *compare.PyExpr) bool {
	if c.class == "" {
		return fn.Node == compare.PyVar && c.callees[fn.Name] && c.bindings[fn.Name] == nil
	}
	// Solution().method
	if fn.Node != compare.PyAttr || !c.callees[fn.Name] {
		return false
	}
	obj := fn.Args[0]
	return obj.Node == compare.PyCall && len(obj.Args) == 1 && obj.Args[0].Node == compare.PyVar && obj.Args[0].Name == c.class
}

func (c *pyRowCompiler) call(e *compare.PyExpr, local map[string]bool) (*compare.PyExpr, error) {
	fn := e.Args[0]
	if c.isEntry(fn) {
		if local != nil {
			return nil, notRows("a call inside a comprehension")
		}
		return c.hole(e)
	}
	out := *e
	out.Args = make([]*compare.PyExpr, len(e.Args))
	name := ""
	switch {
	case fn.Node == compare.PyVar && c.bindings[fn.Name] == nil && !local[fn.Name]:
		name = fn.Name
		out.Args[0] = fn
	case fn.Node == compare.PyAttr && fn.Args[0].Node == compare.PyVar && fn.Args[0].Name == "math":
		name = "math." + fn.Name
		out.Args[0] = fn
	case fn.Node == compare.PyAttr && compare.PyMethods(fn.Name):
		self, err := c.rewrite(fn.Args[0], local)
		if err != nil {
			return nil, err
		}
		method := *fn
		method.Args = []*compare.PyExpr{self}
		out.Args[0] = &method
	}
	if out.Args[0] == nil || name != "" && !compare.PyFunctions(name) {
		return nil, notRows("a call of %s", fn.Name)
	}
	for _, k := range e.Keys {
		switch name + " " + k {
		case "sorted reverse", "round ndigits", "math.isclose rel_tol", "math.isclose abs_tol":
		default:
			return nil, notRows("the argument %s of %s", k, name)
		}
	}
	for i, a := range e.Args[1:] {
		if name == "isinstance" && i == 1 {
			out.Args[2] = a
			continue
		}
		var err error
		if out.Args[i+1], err = c.rewrite(a, local); err != nil {
			return nil, err
		}
	}
	return &out, nil
}

func (c *pyRowCompiler) comprehension(e *compare.PyExpr, local map[string]bool) (*compare.PyExpr, error) {
	scope := map[string]bool{}
	for k := range local {
		scope[k] = true
	}
	out := *e
	out.Args = make([]*compare.PyExpr, len(e.Args))
	out.Clauses = make([]compare.PyClause, len(e.Clauses))
	for i, cl := range e.Clauses {
		iter, err := c.rewrite(cl.Iter, scope)
		if i == 0 && len(local) == 0 {
			iter, err = c.rewrite(cl.Iter, nil) // the first is evaluated outside
		}
		if err != nil {
			return nil, err
		}
		if !pyTargets(cl.Target, scope) {
			return nil, notRows("this target of a loop")
		}
		conds := make([]*compare.PyExpr, len(cl.Conds))
		for j, cond := range cl.Conds {
			if conds[j], err = c.rewrite(cond, scope); err != nil {
				return nil, err
			}
		}
		out.Clauses[i] = compare.PyClause{Target: cl.Target, Iter: iter, Conds: conds}
	}
	for i, a := range e.Args {
		var err error
		if out.Args[i], err = c.rewrite(a, scope); err != nil {
			return nil, err
		}
	}
	return &out, nil
}

// pyTargets adds the names of a loop target to scope.
func pyTargets(t *compare.PyExpr, scope map[string]bool) bool {
	switch t.Node { //nolint:exhaustive // other targets are refused
	case compare.PyVar:
		scope[t.Name] = true
		return true
	case compare.PyTupleOf, compare.PyListOf:
		for _, a := range t.Args {
			if !pyTargets(a, scope) {
				return false
			}
		}
		return true
	}
	return false
}

// hole notes a call of the entry point. Its arguments must not depend on
// another call.
func (c *pyRowCompiler) hole(e *compare.PyExpr) (*compare.PyExpr, error) {
	args := e.Args[1:]
	parts := make([]string, len(args))
	for i, a := range args {
		src, err := c.argument(a)
		if err != nil {
			return nil, err
		}
		parts[i] = src
	}
	if c.holes == nil {
		c.holes = map[*compare.PyExpr]int{}
	}
	node := &compare.PyExpr{Node: compare.PyCall, Args: e.Args[:1], Start: e.Start, End: e.End}
	c.holes[node] = len(c.rows)
	c.rows = append(c.rows, pyRow{source: pyRowSource(parts, e.Keys)})
	return node, nil
}

// pyRowSource writes the pair of arguments; the last len(keys) are named.
func pyRowSource(parts, keys []string) string {
	var b strings.Builder
	b.WriteString("((")
	for _, p := range parts[:len(parts)-len(keys)] {
		b.WriteString(p)
		b.WriteString(",")
	}
	b.WriteString("),{")
	for i, k := range keys {
		fmt.Fprintf(&b, "'%s':%s,", k, parts[len(parts)-len(keys)+i])
	}
	b.WriteString("})")
	return b.String()
}

// argument returns the source of one argument, closed over the tests' variables.
func (c *pyRowCompiler) argument(e *compare.PyExpr) (string, error) {
	if pyClosed(e, nil) {
		return pySource(e), nil
	}
	holes := len(c.rows)
	c.inArgument = true
	inner, err := c.rewrite(e, nil)
	c.inArgument = false
	if err != nil {
		return "", err
	}
	if len(c.rows) != holes {
		return "", notRows("a call whose argument is another call's value")
	}
	v, err := c.env.Eval(inner)
	if err != nil {
		return "", err
	}
	if v.Kind == compare.KindIter && v.Type != "range" || v.Kind == compare.KindObject {
		return "", notRows("an argument of type %s", v.TypeName())
	}
	if v.Kind == compare.KindIter {
		return "", notRows("a range in a variable")
	}
	return compare.PyRepr(&v), nil
}
