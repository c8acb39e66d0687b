package function

import (
	"fmt"
	"slices"
	"strings"
)

// jsAssertion is one thing that must hold: a call of the entry point and what
// its result must satisfy.
type jsAssertion struct {
	// kind is how left (and right) decide: "truthy", or the name of a method of
	// node's assert module.
	kind        string
	left, right *jsNode
	scope       jsScope
	// args is the source of the call's argument list, with what it needs.
	args string
	// awaits says that the test waits for the call's promise.
	awaits bool
	source string
}

// jsAssertArity are the assertions understood and how many arguments decide.
var jsAssertArity = map[string]int{
	"truthy": 1, "equal": 2, "notEqual": 2, "strictEqual": 2, "notStrictEqual": 2,
	"deepEqual": 2, "notDeepEqual": 2, "deepStrictEqual": 2, "notDeepStrictEqual": 2,
}

// jsProgram reads a test program as a list of assertions on literals. What does
// not fit is an error that says why, and the program runs in the tester.
type jsProgram struct {
	src   string
	entry string
	// class is set when the entry point is a method.
	class string
	// What names stand for.
	names   map[string]*jsNode
	uses    map[string]int
	funcs   map[string]*jsNode
	asserts map[string]string // name → "" for assert, "strict" for assert.strict
	aliases map[string]bool   // names of the entry point
	out     []jsAssertion
	nested  int
}

// jsAssertions returns the assertions of src.
func jsAssertions(src, entry, class string) ([]jsAssertion, error) {
	p := &jsProgram{
		src: src, entry: entry, class: class,
		names: map[string]*jsNode{}, uses: map[string]int{}, funcs: map[string]*jsNode{},
		asserts: map[string]string{}, aliases: map[string]bool{entry: true},
	}
	if class != "" {
		return nil, fmt.Errorf("the test uses the class %s: %w", class, errJSSyntax)
	}
	if err := p.statements(0, len(src)); err != nil {
		return nil, err
	}
	if len(p.out) == 0 {
		return nil, fmt.Errorf("no assertion: %w", errJSSyntax)
	}
	// A value that two assertions share could be changed by the first call.
	for name, def := range p.names {
		if p.uses[name] > 1 && !jsImmutable(def) {
			return nil, fmt.Errorf("%s is used more than once: %w", name, errJSSyntax)
		}
		if p.uses[name] == 0 && !jsImmutable(def) {
			return nil, fmt.Errorf("%s is not used: %w", name, errJSSyntax)
		}
	}
	return p.out, nil
}

func jsImmutable(n *jsNode) bool {
	switch n.kind {
	case jsLitNum, jsLitBig, jsLitStr, jsTmpl:
		return true
	case jsName:
		_, ok := jsConsts[n.text]
		return ok
	case jsUnary, jsBinary:
		for _, k := range n.kids {
			if !jsImmutable(k) {
				return false
			}
		}
		return true
	}
	return false
}

func (p *jsProgram) fail(n *jsNode, why string) error {
	return fmt.Errorf("line %d: %s: %w", 1+strings.Count(p.src[:n.pos], "\n"), why, errJSSyntax)
}

func (p *jsProgram) statements(from, to int) error {
	if p.nested++; p.nested > 20 {
		return errJSSyntax
	}
	defer func() { p.nested-- }()
	ps, err := newJSParser(p.src, from, to)
	if err != nil {
		return err
	}
	for ps.tok.kind != jsTokEOF {
		if ps.at(";") {
			if err := ps.advance(); err != nil {
				return err
			}
			continue
		}
		if err := p.statement(ps); err != nil {
			return err
		}
	}
	return nil
}

func (p *jsProgram) statement(ps *jsParser) error {
	if ps.tok.kind == jsTokIdent {
		switch ps.tok.text {
		case "const", "let", "var":
			return p.declaration(ps)
		case "function":
			fn, err := ps.function()
			if err != nil {
				return err
			}
			return p.define(fn.text, fn)
		}
	}
	n, err := ps.assignment()
	if err != nil {
		return err
	}
	if err := endOfStatement(ps); err != nil {
		return err
	}
	return p.expression(n)
}

func endOfStatement(ps *jsParser) error {
	if ps.at(";") {
		return ps.advance()
	}
	if ps.tok.kind != jsTokEOF && !ps.at("}") && !ps.tok.newline {
		return ps.lex.fail("token " + ps.tok.text)
	}
	return nil
}

func (p *jsProgram) declaration(ps *jsParser) error {
	for {
		if err := ps.advance(); err != nil {
			return err
		}
		name := ps.tok.text
		if ps.tok.kind != jsTokIdent {
			return ps.lex.fail("declaration of " + name)
		}
		if err := ps.advance(); err != nil {
			return err
		}
		if err := ps.expect("="); err != nil {
			return err
		}
		n, err := ps.assignment()
		if err != nil {
			return err
		}
		if err := p.define(name, n); err != nil {
			return err
		}
		if !ps.at(",") {
			return endOfStatement(ps)
		}
	}
}

// define notes what a declared name stands for.
func (p *jsProgram) define(name string, n *jsNode) error {
	if p.names[name] != nil || p.funcs[name] != nil || p.aliases[name] {
		return p.fail(n, name+" is declared twice")
	}
	if slices.Contains(jsPure, name) || name == "console" || name == "require" || name == "_" || name == "lodash" {
		return p.fail(n, "declaration of "+name)
	}
	switch {
	case n.kind == jsFunc:
		p.funcs[name] = n
		return nil
	case n.kind == jsName && p.aliases[n.text]:
		p.aliases[name] = true
		return nil
	}
	if mode, ok := jsAssertModule(n); ok {
		p.asserts[name] = mode
		return nil
	}
	if n.kind == jsArrow || n.kind == jsAssign {
		return p.fail(n, "declaration")
	}
	p.names[name] = n
	return nil
}

// jsAssertModule recognises require("assert") and its strict form.
func jsAssertModule(n *jsNode) (mode string, ok bool) {
	if n.kind == jsMember && n.text == "strict" {
		_, ok = jsAssertModule(n.kids[0])
		return "strict", ok
	}
	if n.kind != jsCall || len(n.kids) != 2 || n.kids[0].kind != jsName || n.kids[0].text != "require" || n.kids[1].kind != jsLitStr {
		return "", false
	}
	switch strings.TrimPrefix(n.kids[1].text, "node:") {
	case "assert":
		return "", true
	case "assert/strict":
		return "strict", true
	}
	return "", false
}

// expression handles an expression statement.
func (p *jsProgram) expression(n *jsNode) error {
	awaited := n
	if awaited.kind == jsAwait {
		awaited = awaited.kids[0]
	}
	if n.kind == jsLitStr { // "use strict"
		return nil
	}
	if awaited.kind == jsCall && len(awaited.kids) == 1 {
		callee := awaited.kids[0]
		if callee.kind == jsName && p.funcs[callee.text] != nil {
			callee = p.funcs[callee.text]
		}
		if callee.kind == jsFunc && len(callee.params) == 0 {
			return p.statements(callee.body[0], callee.body[1])
		}
	}
	kind, args := p.assertion(n)
	if kind == "" {
		return p.fail(n, "statement "+firstLine(p.src[n.pos:n.end]))
	}
	return p.add(n, kind, args)
}

// assertion recognises console.assert and the methods of node's assert.
func (p *jsProgram) assertion(n *jsNode) (kind string, args []*jsNode) {
	if n.kind != jsCall {
		return "", nil
	}
	callee := n.kids[0]
	name := jsFuncName(callee)
	module, method, _ := strings.Cut(name, ".")
	mode, isAssert := p.asserts[module]
	switch {
	case name == "console.assert":
		kind = "truthy"
	case !isAssert:
		return "", nil
	case method == "" || method == "ok":
		kind = "truthy"
	default:
		kind = method
		if mode == "strict" {
			kind = map[string]string{
				"equal": "strictEqual", "notEqual": "notStrictEqual",
				"deepEqual": "deepStrictEqual", "notDeepEqual": "notDeepStrictEqual",
			}[method]
			if kind == "" {
				kind = method
			}
		}
	}
	arity := jsAssertArity[kind]
	if arity == 0 || len(n.kids)-1 < arity {
		return "", nil
	}
	return kind, n.kids[1:]
}

// add appends an assertion if it is a data row.
func (p *jsProgram) add(n *jsNode, kind string, args []*jsNode) error {
	arity := jsAssertArity[kind]
	a := jsAssertion{kind: kind, left: args[0], source: p.src[n.pos:n.end], scope: jsScope{names: p.names}}
	if arity == 2 {
		a.right = args[1]
	}
	// Further arguments are messages and must not do anything.
	for _, m := range args[arity:] {
		if m.kind != jsLitStr && m.kind != jsTmpl || len(m.kids) > 0 {
			return p.fail(n, "message of an assertion")
		}
	}
	var calls []*jsNode
	for _, side := range []*jsNode{a.left, a.right} {
		if side != nil {
			p.find(side, false, &calls, &a.awaits)
		}
	}
	if len(calls) != 1 {
		return p.fail(n, fmt.Sprintf("%d calls of %s in one assertion", len(calls), p.entry))
	}
	a.scope.call = calls[0]
	for _, side := range []*jsNode{a.left, a.right} {
		if side != nil && !a.scope.knows(side) {
			return p.fail(n, "expression "+firstLine(p.src[n.pos:n.end]))
		}
	}
	var err error
	if a.args, err = p.arguments(calls[0]); err != nil {
		return err
	}
	p.out = append(p.out, a)
	return nil
}

// find collects the calls of the entry point below n, looking through names.
func (p *jsProgram) find(n *jsNode, awaited bool, calls *[]*jsNode, awaits *bool) {
	if n == nil {
		return
	}
	if n.kind == jsName && p.names[n.text] != nil {
		p.uses[n.text]++
		if p.uses[n.text] > 1000 {
			return
		}
		p.find(p.names[n.text], awaited, calls, awaits)
		return
	}
	if n.kind == jsCall && n.kids[0].kind == jsName && p.aliases[n.kids[0].text] {
		*calls = append(*calls, n)
		*awaits = *awaits || awaited
		return
	}
	for _, k := range n.kids {
		p.find(k, n.kind == jsAwait, calls, awaits)
	}
}

// arguments returns source that evaluates to the array of a call's arguments
// without anything but literals and the language's own pure functions.
func (p *jsProgram) arguments(call *jsNode) (string, error) {
	var names []string
	for _, k := range call.kids[1:] {
		if !p.closed(k, nil, &names) {
			return "", p.fail(call, "arguments are not literals")
		}
	}
	var list []string
	for _, k := range call.kids[1:] {
		list = append(list, p.src[k.pos:k.end])
	}
	// Line breaks, because an argument may hold a comment.
	array := "[" + strings.Join(list, ",\n") + "\n]"
	if len(names) == 0 {
		return array, nil
	}
	var b strings.Builder
	b.WriteString("(() => {")
	for _, name := range names {
		def := p.names[name]
		b.WriteString("const " + name + " = " + p.src[def.pos:def.end] + "\n;")
	}
	return b.String() + "return " + array + "})()", nil
}

// jsPure are global names whose use in arguments is the same on every run.
var jsPure = []string{
	"Math", "Number", "String", "Boolean", "Array", "Object", "JSON", "BigInt", "Map", "Set", "RegExp", "Symbol",
	"parseInt", "parseFloat", "isNaN", "isFinite", "Date", "Error", "TypeError", "RangeError",
	"Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array",
	"Float32Array", "Float64Array", "BigInt64Array", "BigUint64Array",
}

// closed reports whether n can be evaluated before the candidate's code runs
// and gives the same on every run. names collects the test's own names it needs,
// in an order in which they can be declared.
func (p *jsProgram) closed(n *jsNode, params []string, names *[]string) bool {
	if n == nil {
		return true
	}
	switch n.kind {
	case jsBad, jsFunc, jsAwait, jsAssign:
		return false
	case jsName:
		if slices.Contains(params, n.text) || slices.Contains(*names, n.text) {
			if !slices.Contains(params, n.text) {
				p.uses[n.text]++
			}
			return true
		}
		if def := p.names[n.text]; def != nil {
			p.uses[n.text]++
			if !p.closed(def, nil, names) {
				return false
			}
			*names = append(*names, n.text)
			return true
		}
		_, ok := jsConsts[n.text]
		return ok || slices.Contains(jsPure, n.text)
	case jsMember:
		if name := jsFuncName(n); name == "Math.random" || name == "Date.now" {
			return false
		}
	case jsCall, jsNew:
		if n.kids[0].kind == jsName && n.kids[0].text == "Date" && len(n.kids) == 1 || n.kind == jsCall && jsFuncName(n.kids[0]) == "Date" {
			return false
		}
	case jsArrow:
		params = append(slices.Clone(params), n.params...)
	}
	for _, k := range n.kids {
		if !p.closed(k, params, names) {
			return false
		}
	}
	return true
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	if len(s) > 80 {
		s = strings.ToValidUTF8(s[:80], "") + "…"
	}
	return s
}
