package function

import (
	"errors"
	"fmt"
	"strings"

	"steelyard"
	"steelyard/internal/compare"
)

// testProgram keeps the tests as they are: groups for the trusted tester, or,
// when they need what cannot cross, for the candidate's own process.
func (p *pyPlan) testProgram(t *steelyard.Task, test *pyTest) error {
	f := t.Function
	p.param = test.param
	stmts := test.all()
	for i := range test.setup {
		p.groups = append(p.groups, pyGroup{text: test.setup[i].block()})
	}
	for i := range t.Suite.Checks {
		ch := &t.Suite.Checks[i]
		source := ch.Assert
		if ch.Call != nil {
			var err error
			if source, err = pyCallAssert(f, ch.Call); err != nil {
				return fmt.Errorf("check %q: %w", ch.ID, err)
			}
		}
		if source == "" {
			return fmt.Errorf("check %q needs an assert or a call", ch.ID)
		}
		list, err := pyStmts(source)
		if err != nil {
			return fmt.Errorf("check %q: %w", ch.ID, err)
		}
		stmts = append(stmts, list...)
		p.groups = append(p.groups, pyGroup{check: true, text: pyBlock(source)})
		p.checks = append(p.checks, pyCheck{id: ch.ID, role: ch.Role, weight: ch.Weight, text: source})
	}
	for i := range test.prelude {
		p.groups = append(p.groups, pyGroup{text: test.prelude[i].block()})
	}
	for i := range test.body {
		s := &test.body[i]
		if pyAlwaysTrue(s) {
			continue
		}
		check := s.holdsAssert() && s.head() != "def" && s.head() != "class" && s.head() != "@"
		p.groups = append(p.groups, pyGroup{check: check, text: s.block()})
		if check {
			p.checks = append(p.checks, pyCheck{text: s.text()})
		}
	}
	return p.place(f, stmts)
}

// pyCallAssert writes a call and its expected value as an assertion.
func pyCallAssert(f *steelyard.FunctionSpec, call *steelyard.Call) (string, error) {
	args := call.Source
	if len(call.Args) > 0 {
		parts := make([]string, len(call.Args))
		for i, raw := range call.Args {
			v, err := pyFromJSON(raw)
			if err != nil {
				return "", fmt.Errorf("argument %d: %w", i+1, err)
			}
			parts[i] = compare.PyRepr(&v)
		}
		args = strings.Join(parts, ", ")
	}
	want := call.ExpectedSource
	if len(call.Expected) > 0 {
		v, err := pyFromJSON(call.Expected)
		if err != nil {
			return "", fmt.Errorf("expected value: %w", err)
		}
		want = compare.PyRepr(&v)
	}
	if want == "" {
		return "", errors.New("the call has no expected value")
	}
	callee := f.EntryPoint
	if f.Class != "" {
		callee = f.Class + "()." + f.EntryPoint
	}
	return fmt.Sprintf("assert %s(%s) == (%s)", callee, args, want), nil
}

// place decides where the tests run, from the names they use.
func (p *pyPlan) place(f *steelyard.FunctionSpec, stmts []pyStmt) error {
	names := pyScanNames(stmts)
	promptNames := pyTopNames(f.Prompt)
	var imports []pyGroup
	p.mode = modeTester
	for _, name := range names.free() {
		switch {
		case name == f.EntryPoint || name == p.param || name == f.Class && f.Class != "":
		case promptNames[name]:
			p.prompt = true
		case pyTestModule(name) != "":
			imports = append(imports, pyGroup{text: pyTestModule(name)})
		default:
			p.weak = "the tests use " + name + ", which only the candidate's code defines"
		}
	}
	if p.weak == "" && pyPassesFunction(stmts, []string{f.EntryPoint, p.param}, names.defs) {
		p.weak = "the tests pass a function or class to the candidate"
	}
	if p.weak == "" && f.Class != "" && pyKeepsInstance(stmts, f.Class) {
		p.weak = "the tests keep an instance of " + f.Class
	}
	if p.weak != "" {
		p.mode = modeInProcess
	}
	p.groups = append(imports, p.groups...)
	return nil
}

// pyTopNames are the names that source defines at its outermost level; source
// that is cut off counts as far as it goes.
func pyTopNames(src string) map[string]bool {
	out := map[string]bool{}
	stmts, err := pyStmts(src)
	if err != nil {
		return out
	}
	names := pyScanNames(nil)
	for i := range stmts {
		head := stmts[i]
		for j, t := range head.toks {
			if t.Kind == compare.PyNewline {
				head.toks = head.toks[:j]
				break
			}
		}
		if h := head.head(); h == "def" || h == "class" {
			names.bound[head.toks[min(1, len(head.toks)-1)].Text] = true
			continue
		}
		names.statement(head.toks)
	}
	return names.bound
}

// pyPassesFunction reports whether an argument of the entry point is a lambda
// or names what the tests define.
func pyPassesFunction(stmts []pyStmt, callees []string, defs map[string]bool) bool {
	for i := range stmts {
		toks := stmts[i].toks
		for j := 0; j+1 < len(toks); j++ {
			t := toks[j]
			if t.Kind != compare.PyName || t.Text == "" || t.Text != callees[0] && t.Text != callees[1] || toks[j+1].Text != "(" {
				continue
			}
			depth := 0
			for k := j + 1; k < len(toks); k++ {
				switch {
				case strings.Contains("([{", toks[k].Text) && toks[k].Kind == compare.PyOp:
					depth++
				case strings.Contains(")]}", toks[k].Text) && toks[k].Kind == compare.PyOp:
					depth--
				case toks[k].Kind == compare.PyName && (toks[k].Text == "lambda" || defs[toks[k].Text]):
					// A call of a helper gives a value; its name alone is the function.
					if toks[k].Text == "lambda" || k+1 >= len(toks) || toks[k+1].Text != "(" {
						return true
					}
				}
				if depth == 0 {
					break
				}
			}
		}
	}
	return false
}

// pyKeepsInstance reports whether the tests use the class other than as
// "Class().method(…)".
func pyKeepsInstance(stmts []pyStmt, class string) bool {
	for i := range stmts {
		toks := stmts[i].toks
		for j, t := range toks {
			if t.Kind == compare.PyName && t.Text == class &&
				(j+3 >= len(toks) || toks[j+1].Text != "(" || toks[j+2].Text != ")" || toks[j+3].Text != ".") {
				return true
			}
		}
	}
	return false
}
