package function

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"steelyard"
	"steelyard/internal/grade"
)

// jsLang weighs JavaScript functions. Assertions on literals become data rows:
// the arguments are made and the call happens in the candidate's process, and
// what came back is compared here with JavaScript's own rules. Tests that are
// more than such assertions run in the tester, a process of its own. A task may
// have both.
type jsLang struct{}

var _ language = jsLang{}

// Modes of inspection, common to the languages.
const (
	modeRows      = "rows"
	modeTester    = "tester"
	modeMixed     = "rows+tester"
	modeInProcess = "in_process"
)

// Steps of a JavaScript task.
const (
	jsStepRows   = "rows"
	jsStepOracle = "oracle"
	jsStepTester = "tester"
)

// jsCheck is one check: rows that must all hold, or a test program.
type jsCheck struct {
	id     string
	role   steelyard.Role
	weight float64
	rows   []int
	test   int // index of a test program, or -1
}

// jsRow is one call of the entry point.
type jsRow struct {
	args   string
	awaits bool
	// holds decides; gold is the gold solution's result for a row whose
	// expected value is to be taken from it.
	assertion *jsAssertion
	call      *jsExpected
}

// jsPlan is how a task is weighed. It depends on the task alone.
type jsPlan struct {
	checks []jsCheck
	rows   []jsRow
	tests  []string
	oracle bool
	weak   string
}

// jsMakePlan reads the task's checks.
func jsMakePlan(t *steelyard.Task) (*jsPlan, error) {
	f := t.Function
	if f.Contract != "" {
		return nil, errors.New("a contract is understood for Python tasks only")
	}
	if f.EntryPoint == "" || identLen(f.EntryPoint) != len(f.EntryPoint) || identLen(f.Class) != len(f.Class) {
		return nil, fmt.Errorf("entry point %q is not a JavaScript name", f.EntryPoint)
	}
	p := &jsPlan{}
	for i := range t.Suite.Checks {
		c := &t.Suite.Checks[i]
		check := jsCheck{id: c.ID, role: c.Role, weight: c.Weight, test: -1}
		if check.id == "" {
			check.id = strconv.Itoa(i + 1)
		}
		if check.weight == 0 {
			check.weight = 1
		}
		switch {
		case c.Call != nil:
			row, err := jsCallRow(f, c.Call)
			if err != nil {
				return nil, fmt.Errorf("check %s: %w", check.id, err)
			}
			p.oracle = p.oracle || row.call.gold
			check.rows = append(check.rows, len(p.rows))
			p.rows = append(p.rows, row)
		case c.Assert != "":
			p.program(&check, f, c.Assert)
		default:
			return nil, fmt.Errorf("check %s: a function check needs assert or call", check.id)
		}
		p.checks = append(p.checks, check)
	}
	if strings.TrimSpace(f.Test) != "" {
		p.published(f)
	}
	if len(p.checks) == 0 {
		return nil, errors.New("the task has no checks")
	}
	if p.oracle && len(t.Gold) == 0 {
		return nil, errors.New("expected values are to come from the gold solution, and there is none")
	}
	return p, nil
}

// program adds a check's source as rows, or as a test program.
func (p *jsPlan) program(check *jsCheck, f *steelyard.FunctionSpec, source string) {
	list, err := jsAssertions(f.TestSetup+"\n"+source, f.EntryPoint, f.Class)
	if err != nil {
		p.test(check, f, source, err)
		return
	}
	for i := range list {
		check.rows = append(check.rows, len(p.rows))
		p.rows = append(p.rows, jsRow{args: list[i].args, awaits: list[i].awaits, assertion: &list[i]})
	}
}

func (p *jsPlan) test(check *jsCheck, f *steelyard.FunctionSpec, source string, why error) {
	check.test = len(p.tests)
	p.tests = append(p.tests, source)
	if weak := jsWeak(source, f); weak != "" && p.weak == "" {
		p.weak = weak + " (" + why.Error() + ")"
	}
}

// published adds the published test program: a check per assertion when all are
// rows, else one check.
func (p *jsPlan) published(f *steelyard.FunctionSpec) {
	whole := jsCheck{weight: 1, test: -1}
	from := len(p.rows)
	p.program(&whole, f, f.Test)
	if whole.test >= 0 {
		whole.id = "test"
		p.checks = append(p.checks, whole)
		return
	}
	for i := range whole.rows {
		p.checks = append(p.checks, jsCheck{id: fmt.Sprintf("assert %d", i+1), weight: 1, rows: []int{from + i}, test: -1})
	}
}

// jsWeak says why a test program cannot be judged across a process border; it
// is empty when it can.
func jsWeak(source string, f *steelyard.FunctionSpec) string {
	if f.Class != "" {
		return "the test holds an object of the candidate's"
	}
	lex := jsLexer{src: source}
	var before jsToken
	depth, inside := 0, -1
	for {
		t, err := lex.next()
		if err != nil || t.kind == jsTokEOF {
			return ""
		}
		switch {
		case t.text == "(" && t.kind == jsTokPunct:
			if inside < 0 && before.kind == jsTokIdent && before.text == f.EntryPoint {
				inside = depth
			}
			depth++
		case t.text == ")" && t.kind == jsTokPunct:
			depth--
			if depth == inside {
				inside = -1
			}
		case inside >= 0 && (t.kind == jsTokPunct && t.text == "=>" || t.kind == jsTokIdent && t.text == "function"):
			return "the test passes a function to the candidate"
		}
		before = t
	}
}

func (p *jsPlan) mode() string {
	switch {
	case len(p.tests) == 0:
		return modeRows
	case len(p.rows) == 0:
		return modeTester
	}
	return modeMixed
}

func (jsLang) inspect(t *steelyard.Task) (grade.Inspection, error) {
	p, err := jsMakePlan(t)
	if err != nil {
		return grade.Inspection{}, err
	}
	return grade.Inspection{Mode: p.mode(), Weak: p.weak, Checks: len(p.checks)}, nil
}

func (jsLang) next(in grade.Input, seen []steelyard.Observation) ([]steelyard.Step, error) {
	if len(seen) > 0 {
		return nil, nil // all steps are independent and were asked for at once
	}
	p, err := jsMakePlan(in.Task)
	if err != nil {
		return nil, err
	}
	a, err := jsReadAnswer(in)
	if err != nil {
		return nil, err
	}
	if a.reason != "" || p.weak != "" {
		return nil, nil
	}
	needs, err := jsNeeds(in)
	if err != nil {
		return nil, err
	}
	var steps []steelyard.Step
	if len(p.rows) > 0 {
		steps = append(steps, steelyard.Step{Name: jsStepRows, Exec: &steelyard.Exec{
			Procs: []steelyard.Proc{jsRowsProc(in.Task, steelyard.ProcCandidate, a.code, p.rows, needs, a.files)}, Confirm: true,
		}})
	}
	if p.oracle {
		gold := in
		gold.Rollout = &steelyard.Rollout{Output: in.Task.Gold[0]}
		g, err := jsReadAnswer(gold)
		if err != nil {
			return nil, err
		}
		if g.reason != "" {
			return nil, fmt.Errorf("the gold solution: %s", g.reason)
		}
		steps = append(steps, steelyard.Step{Name: jsStepOracle, Exec: &steelyard.Exec{
			Procs: []steelyard.Proc{jsRowsProc(in.Task, steelyard.ProcGold, g.code, p.rows, nil, g.files)}, Confirm: true,
		}})
	}
	if len(p.tests) > 0 {
		steps = append(steps, jsTesterStep(in.Task, &a, p.tests, needs))
	}
	return steps, nil
}

// jsDefaults are the limits of a JavaScript process where the task states none.
var jsDefaults = steelyard.Limits{
	Wall: steelyard.Duration(20e9), CPU: steelyard.Duration(10e9), Output: 32 * steelyard.MiB,
}

const jsDriver = steelyard.GuestDir + "/js/driver.js"

// jsArgv is the command line of a driver process.
//
// Of V8's flags two are worth having. It cannot see a cgroup's limit in time, so
// the heap is held to three quarters of the memory limit and the program
// collects garbage instead of being killed. And V8 bounds its stack by a flag of
// its own, 984 KiB unless told otherwise, and not by the process limit, which
// the sandbox lets grow with the memory limit: the flag follows it up to 32 MiB,
// as for JavaScript programs, so that deep recursion works and endless recursion
// is a RangeError.
func jsArgv(limits steelyard.Limits, args ...string) []string {
	argv := []string{"@node"}
	stack := 32 * steelyard.MiB
	if limits.Memory > 0 {
		argv = append(argv, fmt.Sprintf("--max-old-space-size=%d", max(16, limits.Memory*3/4/steelyard.MiB)))
		stack = min(stack, max(limits.Memory/2, steelyard.MiB))
	}
	argv = append(argv, fmt.Sprintf("--stack-size=%d", stack/steelyard.KiB), jsDriver)
	return append(argv, args...)
}

type jsRowOrder struct {
	Args  string `json:"args"`
	Await bool   `json:"await,omitempty"`
}

// jsOrder is what the driver is told; see driver.js.
type jsOrder struct {
	Before  string       `json:"before,omitempty"`
	Code    string       `json:"code,omitempty"`
	After   string       `json:"after,omitempty"`
	Entry   string       `json:"entry"`
	Class   string       `json:"class,omitempty"`
	Needs   []string     `json:"needs,omitempty"`
	Rows    []jsRowOrder `json:"rows,omitempty"`
	Prelude string       `json:"prelude,omitempty"`
	Setup   string       `json:"setup,omitempty"`
	Checks  []string     `json:"checks,omitempty"`
}

func (o *jsOrder) blob() steelyard.Blob {
	b, err := json.Marshal(o)
	if err != nil {
		return steelyard.Blob{} // strings and booleans always have a JSON form
	}
	return steelyard.Bytes(b)
}

func jsRowsProc(t *steelyard.Task, role, code string, rows []jsRow, needs []string, files map[string]steelyard.Blob) steelyard.Proc {
	f := t.Function
	limits := t.Limits.Or(jsDefaults)
	order := jsOrder{Before: f.Before, Code: code, After: f.After, Entry: f.EntryPoint, Class: f.Class, Needs: needs}
	for i := range rows {
		order.Rows = append(order.Rows, jsRowOrder{rows[i].args, rows[i].awaits})
	}
	return steelyard.Proc{
		Role: role, Argv: jsArgv(limits, "rows"), Stdin: order.blob(), Files: jsFiles(t.Files, files), Result: true, Limits: limits,
	}
}

// jsFiles puts the task's files over the candidate's.
func jsFiles(task, candidate map[string]steelyard.Blob) map[string]steelyard.Blob {
	if len(candidate) == 0 {
		return task
	}
	out := map[string]steelyard.Blob{}
	for name, b := range candidate {
		out[name] = b
	}
	for name, b := range task {
		out[name] = b
	}
	return out
}
