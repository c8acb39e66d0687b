package compare

import (
	"fmt"
	"strings"
)

// PyNode is the kind of a Python expression.
type PyNode uint8

// Kinds of Python expressions.
const (
	PyConst   PyNode = iota + 1 // Value
	PyVar                       // Name
	PyAttr                      // Args[0].Name
	PyCall                      // Args[0](Args[1:]…); the last len(Keys) arguments are named
	PyIndex                     // Args[0][Args[1]]
	PySlice                     // Args: low, high, step; a missing one is nil
	PyUnary                     // Name: "-", "+", "~", "not"
	PyBinary                    // Name: the operator
	PyCompare                   // Args[0] Keys[0] Args[1] Keys[1] …
	PyBool                      // Name: "and", "or"; Args
	PyIf                        // Args: then, condition, else
	PyTupleOf                   // Args
	PyListOf                    // Args
	PySetOf                     // Args
	PyDictOf                    // Args: key, value, key, value …
	PyComp                      // Name: "list", "set", "dict", "generator"; Args[0] (and [1]): element; Clauses
	PyOpaque                    // lambda, f-string, starred: understood as a span only
)

// PyExpr is a Python expression. Start and End are byte offsets of its text.
type PyExpr struct {
	Node       PyNode
	Name       string
	Value      Value
	Args       []*PyExpr
	Keys       []string
	Clauses    []PyClause
	Start, End int
}

// PyClause is one "for Target in Iter if Conds" of a comprehension.
type PyClause struct {
	Target *PyExpr
	Iter   *PyExpr
	Conds  []*PyExpr
}

// maxPyDepth bounds the nesting of expressions, as CPython's own parser does.
const maxPyDepth = 200

// PyParser reads expressions from a token stream.
type PyParser struct {
	Tokens []PyToken
	// Pos is the index of the next token.
	Pos   int
	src   string
	depth int
}

// NewPyParser returns a parser over tokens of src that end in PyEnd.
func NewPyParser(src string, tokens []PyToken) *PyParser {
	return &PyParser{Tokens: tokens, src: src}
}

// ParsePy parses src as one Python expression. The error is a *PySyntaxError.
func ParsePy(src string) (*PyExpr, error) {
	// An expression may begin on an indented line and span several.
	toks, err := PyTokens("(" + src + "\n)")
	if err != nil {
		return nil, err
	}
	if err := onePair(toks); err != nil {
		return nil, err
	}
	p := NewPyParser("("+src+"\n)", toks)
	e, err := p.Expr()
	if err != nil {
		return nil, err
	}
	if p.Peek().Kind != PyNewline {
		return nil, p.Errorf("unexpected %q after the expression", p.Peek().Text)
	}
	return e, nil
}

// onePair makes sure that the added parentheses match each other and hold
// something: "1) + (2" is no expression, and neither is "".
func onePair(toks []PyToken) error {
	depth := 0
	for i, t := range toks {
		if t.Kind != PyOp {
			continue
		}
		switch t.Text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		}
		if depth == 0 && (i == 1 || i+1 < len(toks) && toks[i+1].Kind != PyNewline) {
			return &PySyntaxError{Line: t.Line, Problem: "not one expression"}
		}
	}
	return nil
}

// Peek returns the next token without taking it.
func (p *PyParser) Peek() PyToken { return p.Tokens[min(p.Pos, len(p.Tokens)-1)] }

// Take returns the next token.
func (p *PyParser) Take() PyToken {
	t := p.Peek()
	if p.Pos < len(p.Tokens)-1 {
		p.Pos++
	}
	return t
}

// Is reports whether the next token is the operator or keyword text.
func (p *PyParser) Is(text string) bool {
	t := p.Peek()
	return (t.Kind == PyOp || t.Kind == PyName) && t.Text == text
}

// Accept takes the next token if it is the operator or keyword text.
func (p *PyParser) Accept(text string) bool {
	if p.Is(text) {
		p.Take()
		return true
	}
	return false
}

// Expect takes the operator or keyword text, or fails.
func (p *PyParser) Expect(text string) error {
	if !p.Accept(text) {
		return p.Errorf("expected %q, found %q", text, p.Peek().Text)
	}
	return nil
}

// Errorf returns a *PySyntaxError at the next token.
func (p *PyParser) Errorf(format string, args ...any) error {
	return &PySyntaxError{Line: p.Peek().Line, Problem: fmt.Sprintf(format, args...)}
}

func (p *PyParser) node(kind PyNode, start int, args ...*PyExpr) *PyExpr {
	return &PyExpr{Node: kind, Args: args, Start: start, End: p.Tokens[max(p.Pos-1, 0)].End}
}

// Expr parses one expression (a "test" of the grammar: no bare tuple).
func (p *PyParser) Expr() (*PyExpr, error) {
	if p.depth++; p.depth > maxPyDepth {
		return nil, p.Errorf("nested too deeply")
	}
	defer func() { p.depth-- }()
	start := p.Peek().Start
	if p.Is("lambda") {
		return p.lambda()
	}
	e, err := p.or()
	if err != nil || !p.Accept("if") {
		return e, err
	}
	cond, err := p.or()
	if err != nil {
		return nil, err
	}
	if err := p.Expect("else"); err != nil {
		return nil, err
	}
	alt, err := p.Expr()
	if err != nil {
		return nil, err
	}
	return p.node(PyIf, start, e, cond, alt), nil
}

// ExprList parses an expression or a tuple without parentheses.
func (p *PyParser) ExprList() (*PyExpr, error) {
	start := p.Peek().Start
	e, err := p.Expr()
	if err != nil || !p.Is(",") {
		return e, err
	}
	items := []*PyExpr{e}
	for p.Accept(",") && p.startsExpr() {
		if e, err = p.Expr(); err != nil {
			return nil, err
		}
		items = append(items, e)
	}
	return p.node(PyTupleOf, start, items...), nil
}

func (p *PyParser) startsExpr() bool {
	t := p.Peek()
	switch t.Kind {
	case PyName:
		return t.Text == "not" || t.Text == "lambda" || !pyKeyword(t.Text)
	case PyNumber, PyString:
		return true
	case PyOp:
		return strings.Contains("([{-+~...", t.Text)
	case PyEnd, PyNewline, PyIndent, PyDedent:
	}
	return false
}

// lambda takes the tokens of a lambda without understanding its parameters.
func (p *PyParser) lambda() (*PyExpr, error) {
	start := p.Take().Start
	for depth := 0; depth > 0 || !p.Is(":"); {
		t := p.Take()
		switch {
		case t.Kind == PyEnd || t.Kind == PyNewline:
			return nil, p.Errorf("lambda without a body")
		case t.Kind == PyOp && strings.Contains("([{", t.Text):
			depth++
		case t.Kind == PyOp && strings.Contains(")]}", t.Text):
			depth--
		}
	}
	p.Take()
	body, err := p.Expr()
	if err != nil {
		return nil, err
	}
	return p.node(PyOpaque, start, body), nil
}

func (p *PyParser) or() (*PyExpr, error)  { return p.logical("or", p.and) }
func (p *PyParser) and() (*PyExpr, error) { return p.logical("and", p.not) }

func (p *PyParser) logical(word string, operand func() (*PyExpr, error)) (*PyExpr, error) {
	start := p.Peek().Start
	e, err := operand()
	if err != nil || !p.Is(word) {
		return e, err
	}
	args := []*PyExpr{e}
	for p.Accept(word) {
		if e, err = operand(); err != nil {
			return nil, err
		}
		args = append(args, e)
	}
	n := p.node(PyBool, start, args...)
	n.Name = word
	return n, nil
}

func (p *PyParser) not() (*PyExpr, error) {
	start := p.Peek().Start
	if p.Accept("not") {
		if p.depth++; p.depth > maxPyDepth {
			return nil, p.Errorf("nested too deeply")
		}
		defer func() { p.depth-- }()
		e, err := p.not()
		if err != nil {
			return nil, err
		}
		n := p.node(PyUnary, start, e)
		n.Name = "not"
		return n, nil
	}
	return p.comparison()
}

func (p *PyParser) comparison() (*PyExpr, error) {
	start := p.Peek().Start
	e, err := p.binary(0)
	if err != nil {
		return nil, err
	}
	args, ops := []*PyExpr{e}, []string(nil)
	for {
		op := p.compareOp()
		if op == "" {
			break
		}
		if e, err = p.binary(0); err != nil {
			return nil, err
		}
		args, ops = append(args, e), append(ops, op)
	}
	if ops == nil {
		return args[0], nil
	}
	n := p.node(PyCompare, start, args...)
	n.Keys = ops
	return n, nil
}

func (p *PyParser) compareOp() string {
	t := p.Peek()
	switch {
	case t.Kind == PyOp && (t.Text == "==" || t.Text == "!=" || t.Text == "<" || t.Text == "<=" || t.Text == ">" || t.Text == ">="):
		return p.Take().Text
	case p.Accept("in"):
		return "in"
	case p.Accept("is"):
		if p.Accept("not") {
			return "is not"
		}
		return "is"
	case p.Is("not") && p.Tokens[min(p.Pos+1, len(p.Tokens)-1)].Text == "in":
		p.Take()
		p.Take()
		return "not in"
	}
	return ""
}

// binaryLevels are the left-associative operators, loosest first.
func binaryLevel(op string) int {
	switch op {
	case "|":
		return 0
	case "^":
		return 1
	case "&":
		return 2
	case "<<", ">>":
		return 3
	case "+", "-":
		return 4
	case "*", "/", "//", "%", "@":
		return 5
	}
	return -1
}

func (p *PyParser) binary(level int) (*PyExpr, error) {
	if level > 5 {
		return p.unary()
	}
	start := p.Peek().Start
	e, err := p.binary(level + 1)
	if err != nil {
		return nil, err
	}
	for p.Peek().Kind == PyOp && binaryLevel(p.Peek().Text) == level {
		op := p.Take().Text
		right, err := p.binary(level + 1)
		if err != nil {
			return nil, err
		}
		e = p.node(PyBinary, start, e, right)
		e.Name = op
	}
	return e, nil
}

func (p *PyParser) unary() (*PyExpr, error) {
	t := p.Peek()
	if t.Kind == PyOp && (t.Text == "-" || t.Text == "+" || t.Text == "~") {
		if p.depth++; p.depth > maxPyDepth {
			return nil, p.Errorf("nested too deeply")
		}
		defer func() { p.depth-- }()
		p.Take()
		e, err := p.unary()
		if err != nil {
			return nil, err
		}
		n := p.node(PyUnary, t.Start, e)
		n.Name = t.Text
		return n, nil
	}
	e, err := p.primary()
	if err != nil || !p.Accept("**") {
		return e, err
	}
	right, err := p.unary()
	if err != nil {
		return nil, err
	}
	n := p.node(PyBinary, t.Start, e, right)
	n.Name = "**"
	return n, nil
}

func (p *PyParser) primary() (*PyExpr, error) {
	start := p.Peek().Start
	e, err := p.atom()
	if err != nil {
		return nil, err
	}
	for {
		switch {
		case p.Accept("."):
			t := p.Take()
			if t.Kind != PyName {
				return nil, p.Errorf("expected a name after \".\"")
			}
			e = p.node(PyAttr, start, e)
			e.Name = t.Text
		case p.Accept("("):
			if e, err = p.call(start, e); err != nil {
				return nil, err
			}
		case p.Accept("["):
			i, err := p.subscript()
			if err != nil {
				return nil, err
			}
			if err := p.Expect("]"); err != nil {
				return nil, err
			}
			e = p.node(PyIndex, start, e, i)
		default:
			return e, nil
		}
	}
}

func (p *PyParser) call(start int, fn *PyExpr) (*PyExpr, error) {
	args, keys := []*PyExpr{fn}, []string(nil)
	opaque := false
	for !p.Accept(")") {
		if p.Accept("*") || p.Accept("**") {
			opaque = true
		}
		if t := p.Peek(); t.Kind == PyName && p.Tokens[min(p.Pos+1, len(p.Tokens)-1)].Text == "=" {
			p.Take()
			p.Take()
			keys = append(keys, t.Text)
		} else if keys != nil {
			opaque = true
		}
		argStart := p.Peek().Start
		e, err := p.Expr()
		if err != nil {
			return nil, err
		}
		if p.Is("for") || p.Is("async") {
			if e, err = p.comprehension("generator", argStart, e); err != nil {
				return nil, err
			}
		}
		args = append(args, e)
		if !p.Accept(",") {
			if err := p.Expect(")"); err != nil {
				return nil, err
			}
			break
		}
	}
	n := p.node(PyCall, start, args...)
	n.Keys = keys
	if opaque {
		n.Node = PyOpaque
	}
	return n, nil
}

func (p *PyParser) subscript() (*PyExpr, error) {
	start := p.Peek().Start
	var parts [3]*PyExpr
	n := 0
	for ; n < 3; n++ {
		if !p.Is(":") && !p.Is("]") {
			e, err := p.ExprList()
			if err != nil {
				return nil, err
			}
			parts[n] = e
		}
		if !p.Accept(":") {
			break
		}
	}
	if n == 0 {
		if parts[0] == nil {
			return nil, p.Errorf("empty subscript")
		}
		return parts[0], nil
	}
	return p.node(PySlice, start, parts[0], parts[1], parts[2]), nil
}
