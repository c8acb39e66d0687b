package function

import (
	"errors"
	"maps"
	"strings"
	"sync"

	"steelyard"
	"steelyard/internal/grade"
)

// pyLang weighs Python functions.
type pyLang struct {
	// plans keeps the last tasks' plans, because all rollouts of a task are
	// weighed by the same one. A plan is a pure function of its immutable task,
	// so what the cache holds never shows.
	mu    sync.Mutex
	plans map[*steelyard.Task]pyPlanned
	order []*steelyard.Task
}

type pyPlanned struct {
	plan *pyPlan
	err  error
}

// planCache is the number of plans kept.
const planCache = 128

func newPyLang() *pyLang { return &pyLang{plans: map[*steelyard.Task]pyPlanned{}} }

var _ language = (*pyLang)(nil)

// Steps of a Python task.
const (
	pyStepRows   = "rows"
	pyStepOracle = "oracle"
	pyStepTester = "tester"
	pyStepInProc = "in_process"
)

// pyDriver is the guest program that runs Python.
const pyDriver = steelyard.GuestDir + "/py/driver.py"

// Room for what rows return, and what may cross a link.
const (
	pyMinOutput = steelyard.MiB
	pyGoldOut   = 8 * steelyard.MiB
	pyMaxOutput = 64 * steelyard.MiB
	pyLinkCap   = 256 * steelyard.MiB
)

func (l *pyLang) plan(t *steelyard.Task) (*pyPlan, error) {
	l.mu.Lock()
	got, ok := l.plans[t]
	l.mu.Unlock()
	if ok {
		return got.plan, got.err
	}
	got.plan, got.err = makePyPlan(t)
	if got.err != nil {
		got.err = &steelyard.InputError{
			Field: "suite", Problem: "task " + t.ID + ": " + got.err.Error(),
			Remedy: "fix the task's checks, or leave the task out",
			Err:    nil,
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, ok := l.plans[t]; !ok {
		if len(l.order) == planCache {
			delete(l.plans, l.order[0])
			l.order = l.order[1:]
		}
		l.plans[t] = got
		l.order = append(l.order, t)
	}
	return got.plan, got.err
}

func (l *pyLang) inspect(t *steelyard.Task) (grade.Inspection, error) {
	p, err := l.plan(t)
	if err != nil {
		return grade.Inspection{}, err
	}
	return grade.Inspection{Mode: p.mode, Weak: p.weak, Checks: len(p.checks)}, nil
}

func (l *pyLang) next(in grade.Input, seen []steelyard.Observation) ([]steelyard.Step, error) {
	if len(seen) > 0 {
		return nil, nil // all steps are independent and were asked for at once
	}
	p, err := l.plan(in.Task)
	if err != nil {
		return nil, err
	}
	a, err := readPyAnswer(in, &in.Rollout.Output)
	if err != nil || a.reason != "" {
		return nil, err
	}
	switch p.mode {
	case modeRows:
		steps := []steelyard.Step{{Name: pyStepRows, Exec: p.rowsExec(in.Task, &a, steelyard.ProcCandidate)}}
		if p.oracle {
			gold, err := readPyAnswer(in, &in.Task.Gold[0])
			if err != nil {
				return nil, err
			}
			if gold.reason != "" {
				return nil, errors.New("the gold solution holds no program: " + gold.reason)
			}
			steps = append(steps, steelyard.Step{Name: pyStepOracle, Exec: p.rowsExec(in.Task, &gold, steelyard.ProcGold)})
		}
		return steps, nil
	case modeTester:
		return []steelyard.Step{{Name: pyStepTester, Exec: p.testerExec(in.Task, &a)}}, nil
	}
	return []steelyard.Step{{Name: pyStepInProc, Exec: p.inProcessExec(in.Task, &a)}}, nil
}

func pyProc(t *steelyard.Task, role, mode, code string) steelyard.Proc {
	return steelyard.Proc{
		Role:   role,
		Argv:   []string{"@python", "-I", "-B", pyDriver, mode},
		Warm:   &steelyard.Warm{Driver: "driver", Imports: warmImports(t, code)},
		Limits: t.Limits,
	}
}

func pyFiles(t *steelyard.Task, a *pyAnswer) map[string]steelyard.Blob {
	if len(t.Files)+len(a.files) == 0 {
		return nil
	}
	files := map[string]steelyard.Blob{}
	maps.Copy(files, a.files)
	maps.Copy(files, t.Files) // the task's own files win
	return files
}

func (p *pyPlan) rowsExec(t *steelyard.Task, a *pyAnswer, role string) *steelyard.Exec {
	f := t.Function
	proc := pyProc(t, role, "rows", a.code)
	proc.Result = true
	proc.Files = pyFiles(t, a)
	if role == steelyard.ProcGold {
		proc.Files = pyFiles(t, &pyAnswer{})
	}
	room := max(pyMinOutput, p.output)
	if p.oracle {
		room = max(room, pyGoldOut)
	}
	proc.Limits.Output = max(proc.Limits.Output, min(room, pyMaxOutput))
	var o pyOrder
	o.candidate(f, a.code, proc.Files != nil)
	if role == steelyard.ProcGold {
		o.optional("contract", pyBlock(f.Contract))
	}
	if p.json != nil {
		o.field("json", string(p.json))
	} else {
		for _, r := range p.rows {
			o.field("row", r.source)
		}
	}
	proc.Stdin = o.blob()
	return &steelyard.Exec{Procs: []steelyard.Proc{proc}}
}

// testerExec joins the trusted tester and the candidate. The candidate comes
// first, so that a start that fails is seen as its own.
func (p *pyPlan) testerExec(t *steelyard.Task, a *pyAnswer) *steelyard.Exec {
	f := t.Function
	candidate := pyProc(t, steelyard.ProcCandidate, "candidate", a.code)
	candidate.Files = pyFiles(t, a)
	var o pyOrder
	o.candidate(f, a.code, candidate.Files != nil)
	candidate.Files = withOrder(candidate.Files, o.blob())

	tester := pyProc(t, steelyard.ProcTester, "tester", t.Function.Test)
	tester.Result = true
	var to pyOrder
	to.field("entry", f.EntryPoint)
	to.optional("class", f.Class)
	to.optional("param", p.param)
	if p.prompt {
		to.field("prompt", f.Prompt)
	}
	to.groups(p)
	tester.Files = withOrder(t.Suite.Files, to.blob())
	// The tester outlives the candidate, whose time-out it reports.
	tester.Limits.Wall += tester.Limits.Wall / 2
	return &steelyard.Exec{
		Procs: []steelyard.Proc{candidate, tester},
		Links: []steelyard.Link{
			{From: steelyard.ProcTester, To: steelyard.ProcCandidate, Cap: pyLinkCap},
			{From: steelyard.ProcCandidate, To: steelyard.ProcTester, Cap: pyLinkCap},
		},
	}
}

func withOrder(files map[string]steelyard.Blob, order steelyard.Blob) map[string]steelyard.Blob {
	out := map[string]steelyard.Blob{}
	maps.Copy(out, files)
	out["order"] = order
	return out
}

func (p *pyPlan) inProcessExec(t *steelyard.Task, a *pyAnswer) *steelyard.Exec {
	proc := pyProc(t, steelyard.ProcCandidate, "inproc", a.code)
	proc.Result = true
	proc.Files = pyFiles(t, a)
	if len(t.Suite.Files) > 0 {
		files := map[string]steelyard.Blob{}
		maps.Copy(files, proc.Files)
		maps.Copy(files, t.Suite.Files)
		proc.Files = files
	}
	var o pyOrder
	o.candidate(t.Function, a.code, proc.Files != nil)
	o.optional("param", p.param)
	o.field("secret", p.secret(a))
	o.groups(p)
	proc.Stdin = o.blob()
	return &steelyard.Exec{Procs: []steelyard.Proc{proc}}
}

// secret begins every frame of a run in the candidate's process. It is made of
// the tests, which candidates do not see, and of the candidate.
func (p *pyPlan) secret(a *pyAnswer) string {
	var b strings.Builder
	for _, g := range p.groups {
		b.WriteString(g.text)
		b.WriteByte(0)
	}
	b.WriteString(a.code)
	return steelyard.DigestOf([]byte(b.String())).Hex()[:32]
}
