package function

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"steelyard"
	"steelyard/internal/compare"
)

// pyPlan is how a Python task is weighed. It depends on the task alone.
type pyPlan struct {
	mode   string
	weak   string
	checks []pyCheck
	rows   []pyRow
	// json holds the arguments of all rows as one JSON list when they are long
	// and all come from JSON; rows have no source then.
	json   []byte
	oracle bool
	rule   compare.PyRule
	// groups are what the tester or the candidate's process runs, in order.
	groups []pyGroup
	// param is the name the test program calls the entry point by, and prompt
	// says that it uses other names of the prompt.
	param  string
	prompt bool
	// output is room for what rows return.
	output steelyard.Size
}

// pyCheck is one check: assertions over rows, a call with an expected value, or
// a group of the test program.
type pyCheck struct {
	id      string
	role    steelyard.Role
	weight  float64
	asserts []pyAssertion
	call    *pyExpected
	text    string
}

// pyExpected is what a call must return.
type pyExpected struct {
	row   int
	value compare.Value
	gold  bool
	json  bool
}

// pyGroup is a piece of test source: a check, or what checks need.
type pyGroup struct {
	check bool
	text  string
}

// bulkJSON is the size of JSON arguments from which they are sent as they are:
// compiling long source takes more memory and time than reading JSON.
const bulkJSON = 256 << 10

// makePyPlan reads the task's tests. The error says why they cannot be read.
func makePyPlan(t *steelyard.Task) (*pyPlan, error) {
	f := t.Function
	if !pyIdentifier(f.EntryPoint) || f.Class != "" && !pyIdentifier(f.Class) {
		return nil, fmt.Errorf("entry point %q of class %q is not a Python name", f.EntryPoint, f.Class)
	}
	if len(t.Suite.Checks) == 0 && strings.TrimSpace(f.Test) == "" {
		return nil, errors.New("the task has no checks")
	}
	p := &pyPlan{rule: compare.PyRule{Strict: f.Strict, Abs: f.Abs, Rel: f.Rel}}
	test, err := readPyTest(f)
	if err != nil {
		return nil, err
	}
	err = p.compileRows(t, test)
	switch {
	case err == nil:
		p.mode = modeRows
	case p.oracle:
		return nil, fmt.Errorf("expected values from the gold solution need calls as checks: %w", err)
	default:
		p.checks, p.rows = nil, nil
		if err := p.testProgram(t, test); err != nil {
			return nil, err
		}
	}
	if p.oracle && len(t.Gold) == 0 {
		return nil, errors.New("expected values are to come from the gold solution, and there is none")
	}
	if len(p.checks) == 0 {
		return nil, errors.New("the tests assert nothing")
	}
	p.number()
	return p, nil
}

func pyIdentifier(s string) bool {
	toks, err := compare.PyTokens(s)
	return err == nil && len(toks) == 3 && toks[0].Kind == compare.PyName && toks[0].Text == s && !pyReserved(s)
}

// number gives every check an id and a weight.
func (p *pyPlan) number() {
	for i := range p.checks {
		if p.checks[i].id == "" {
			p.checks[i].id = strconv.Itoa(i + 1)
		}
		if p.checks[i].weight == 0 {
			p.checks[i].weight = 1
		}
	}
}

// pyTest is a published test program in parts.
type pyTest struct {
	setup   []pyStmt
	prelude []pyStmt
	body    []pyStmt
	param   string
}

// all are the statements of the program, without the function around the body.
func (t *pyTest) all() []pyStmt {
	return slices.Concat(t.setup, t.prelude, t.body)
}

// readPyTest splits FunctionSpec.TestSetup and Test. A test that defines
// check(candidate) is its body.
func readPyTest(f *steelyard.FunctionSpec) (*pyTest, error) {
	t := &pyTest{}
	var err error
	if t.setup, err = pyStmts(f.TestSetup); err != nil {
		return nil, fmt.Errorf("function.test_setup: %w", err)
	}
	stmts, err := pyStmts(f.Test)
	if err != nil {
		return nil, fmt.Errorf("function.test: %w", err)
	}
	at := -1
	for i := range stmts {
		if name, param, body, ok := stmts[i].def(); ok && name == "check" {
			at, t.param, t.body = i, param, body
		}
	}
	if at < 0 {
		t.body = stmts
		return t, nil
	}
	for i := range stmts {
		switch {
		case i == at, i > at && !pyBinds(&stmts[i]):
			// The calls of check after its definition are ours to make.
		default:
			t.prelude = append(t.prelude, stmts[i])
		}
	}
	return t, nil
}

// pyBinds reports whether a statement defines or imports something.
func pyBinds(s *pyStmt) bool {
	switch s.head() {
	case "def", "class", "import", "from", "@", "async":
		return true
	}
	return len(s.toks) > 1 && s.toks[1].Text == "="
}

// pyAlwaysTrue recognises "assert True", with or without a message.
func pyAlwaysTrue(s *pyStmt) bool {
	return s.head() == "assert" && len(s.toks) > 2 && s.toks[1].Text == "True" &&
		(s.toks[2].Text == "," || s.toks[2].Kind == compare.PyNewline)
}

// compileRows makes every check data rows, or says why not.
func (p *pyPlan) compileRows(t *steelyard.Task, test *pyTest) error {
	f := t.Function
	c := newPyRowCompiler(f.EntryPoint, test.param, f.Class)
	for i := range test.setup {
		if _, err := c.statement(&test.setup[i]); err != nil {
			return err
		}
	}
	jsonBytes, calls := 0, 0
	for i := range t.Suite.Checks {
		ch := &t.Suite.Checks[i]
		check := pyCheck{id: ch.ID, role: ch.Role, weight: ch.Weight}
		var err error
		switch {
		case ch.Call != nil:
			calls++
			for _, a := range ch.Call.Args {
				jsonBytes += len(a)
			}
			p.oracle = p.oracle || !pyStated(ch.Call)
			check.call, err = p.callRow(c, f, ch.Call)
		case ch.Assert != "":
			check.asserts, err = pyAsserts(c, ch.Assert)
			if err == nil && len(check.asserts) == 0 {
				err = notRows("check %s asserts nothing of the candidate", ch.ID)
			}
		default:
			err = fmt.Errorf("check %q needs an assert or a call", ch.ID)
		}
		if err != nil {
			return err
		}
		p.checks = append(p.checks, check)
	}
	for i := range test.prelude {
		if h := test.prelude[i].head(); h == "def" || h == "class" || h == "@" {
			continue // using what it defines is not data, and found there
		}
		if _, err := c.statement(&test.prelude[i]); err != nil {
			return err
		}
	}
	for i := range test.body {
		asserts, err := c.statement(&test.body[i])
		if err != nil {
			return err
		}
		if len(asserts) > 0 {
			p.checks = append(p.checks, pyCheck{asserts: asserts})
		}
	}
	if err := c.finish(); err != nil {
		return err
	}
	p.rows = c.rows
	if jsonBytes > bulkJSON && calls == len(p.rows) {
		return p.bulk(t)
	}
	return nil
}

func pyAsserts(c *pyRowCompiler, source string) ([]pyAssertion, error) {
	stmts, err := pyStmts(source)
	if err != nil {
		return nil, err
	}
	var out []pyAssertion
	for i := range stmts {
		a, err := c.statement(&stmts[i])
		if err != nil {
			return nil, err
		}
		out = append(out, a...)
	}
	return out, nil
}

func pyStated(c *steelyard.Call) bool { return len(c.Expected) > 0 || c.ExpectedSource != "" }

// callRow adds the row of a call and reads what it must return.
func (p *pyPlan) callRow(c *pyRowCompiler, f *steelyard.FunctionSpec, call *steelyard.Call) (*pyExpected, error) {
	want := &pyExpected{row: len(c.rows)}
	switch {
	case call.Source != "" || len(call.Args) == 0:
		e, err := compare.ParsePy(f.EntryPoint + "(" + call.Source + "\n)")
		if err != nil {
			return nil, fmt.Errorf("arguments %q: %w", clip(call.Source, 60), err)
		}
		if e.Node != compare.PyCall || e.Args[0].Node != compare.PyVar || !pyAllClosed(e.Args[1:], nil) {
			return nil, fmt.Errorf("arguments %q are not literals", clip(call.Source, 60))
		}
		if _, err := c.hole(e); err != nil {
			return nil, err
		}
	default:
		parts := make([]string, len(call.Args))
		for i, raw := range call.Args {
			v, err := pyFromJSON(raw)
			if err != nil {
				return nil, fmt.Errorf("argument %d: %w", i+1, err)
			}
			parts[i] = compare.PyRepr(&v)
		}
		c.rows = append(c.rows, pyRow{source: pyRowSource(parts, nil)})
	}
	var err error
	switch {
	case len(call.Expected) > 0:
		want.json = true
		p.output += steelyard.Size(4 * len(call.Expected))
		if want.value, err = pyFromJSON(call.Expected); err != nil {
			return nil, fmt.Errorf("expected value: %w", err)
		}
	case call.ExpectedSource != "":
		p.output += steelyard.Size(4 * len(call.ExpectedSource))
		e, err := compare.ParsePy(call.ExpectedSource)
		if err != nil {
			return nil, fmt.Errorf("expected value %q: %w", clip(call.ExpectedSource, 60), err)
		}
		env := compare.PyEnv{}
		if want.value, err = env.Eval(e); err != nil {
			return nil, fmt.Errorf("expected value %q: %w", clip(call.ExpectedSource, 60), err)
		}
	default:
		want.gold = true
	}
	return want, nil
}

// bulk sends the arguments of all rows as JSON.
func (p *pyPlan) bulk(t *steelyard.Task) error {
	var b bytes.Buffer
	b.WriteByte('[')
	for i := range t.Suite.Checks {
		args := t.Suite.Checks[i].Call.Args
		if t.Suite.Checks[i].Call.Source != "" {
			return nil // mixed: keep the source
		}
		if i > 0 {
			b.WriteByte(',')
		}
		raw, err := json.Marshal(args)
		if err != nil {
			return fmt.Errorf("arguments of check %d: %w", i+1, err)
		}
		b.Write(raw)
	}
	b.WriteByte(']')
	p.json = b.Bytes()
	for i := range p.rows {
		p.rows[i].source = ""
	}
	return nil
}

// clip cuts text for a message.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}

// pyFromJSON reads a JSON value as Python's json.loads does: integers stay
// exact, numbers with a point or exponent are floats.
func pyFromJSON(raw []byte) (compare.Value, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	return pyJSONValue(d, 0)
}

func pyJSONValue(d *json.Decoder, depth int) (compare.Value, error) {
	if depth > compare.DefaultCapDepth {
		return compare.Value{}, errors.New("nested too deeply")
	}
	tok, err := d.Token()
	if err != nil {
		return compare.Value{}, err
	}
	switch tok := tok.(type) {
	case nil:
		return compare.None(), nil
	case bool:
		return compare.Bool(tok), nil
	case string:
		return compare.Str(tok), nil
	case json.Number:
		e, err := compare.ParsePy(tok.String())
		if err != nil {
			return compare.Value{}, err
		}
		env := compare.PyEnv{}
		return env.Eval(e)
	case json.Delim:
		var items []compare.Value
		for d.More() {
			v, err := pyJSONValue(d, depth+1)
			if err != nil {
				return compare.Value{}, err
			}
			items = append(items, v)
		}
		if _, err := d.Token(); err != nil {
			return compare.Value{}, err
		}
		if tok == '{' {
			return compare.NewDict(items)
		}
		return compare.List(items...), nil
	}
	return compare.Value{}, fmt.Errorf("unexpected JSON token %v", tok)
}
