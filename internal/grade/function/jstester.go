package function

import (
	"encoding/json"
	"fmt"

	"steelyard"
)

// jsOrderFile is where a linked driver finds its order, because its standard
// input is the link.
const jsOrderFile = ".steelyard-order.json"

// Bounds of what passes between tester and candidate, and of what is kept of it.
const (
	jsLinkCap    = 64 * steelyard.MiB
	jsLinkRecord = 64 * steelyard.KiB
)

// jsTesterStep is the pair of processes that runs test programs: the tester,
// which holds the tests, and the candidate, which answers calls.
func jsTesterStep(t *steelyard.Task, a *jsAnswer, tests, needs []string) steelyard.Step {
	f := t.Function
	limits := t.Limits.Or(jsDefaults)
	candidate := jsOrder{Before: f.Before, Code: a.code, After: f.After, Entry: f.EntryPoint, Class: f.Class, Needs: needs}
	order := jsOrder{
		Before: f.Before, Prelude: jsPreamble(f.Prompt), Setup: f.TestSetup, Entry: f.EntryPoint, Checks: tests,
	}
	files := jsFiles(t.Files, a.files)
	with := func(files map[string]steelyard.Blob, o *jsOrder) map[string]steelyard.Blob {
		return jsFiles(map[string]steelyard.Blob{jsOrderFile: o.blob()}, files)
	}
	// The tester waits for the candidate, so its own limits come after.
	patient := limits
	patient.Wall += patient.Wall/2 + steelyard.Duration(2e9)
	return steelyard.Step{Name: jsStepTester, Exec: &steelyard.Exec{
		Procs: []steelyard.Proc{
			{
				Role: steelyard.ProcTester, Argv: jsArgv(patient, "tester", jsOrderFile),
				Files: with(jsFiles(t.Suite.Files, t.Files), &order), Result: true, Limits: patient,
			},
			{
				Role: steelyard.ProcCandidate, Argv: jsArgv(limits, "candidate", jsOrderFile),
				Files: with(files, &candidate), Result: true, Limits: limits,
			},
		},
		Links: []steelyard.Link{
			{From: steelyard.ProcTester, To: steelyard.ProcCandidate, Cap: jsLinkCap, Record: jsLinkRecord},
			{From: steelyard.ProcCandidate, To: steelyard.ProcTester, Cap: jsLinkCap, Record: jsLinkRecord},
		},
		Confirm: true,
	}}
}

// jsTests is what the tester reports.
type jsTests struct {
	run    bool
	whole  jsFate // when the candidate never answered
	events []jsEvents
	done   bool
	end    string
	forged bool // the candidate wrote to its own result channel
}

// jsEvents is what happened in one test program.
type jsEvents struct {
	passed, failed int
	message        string
	thrown         *jsThrown
	finished       bool
	calls          int
}

type jsThrown struct {
	Blame   string `json:"blame"`
	Name    string `json:"name"`
	Message string `json:"message"`
	Module  string `json:"module"`
}

// tester reads what the tester and the candidate left.
func (j *jsJudge) tester(o *steelyard.Observation) (jsTests, error) {
	ts := jsTests{events: make([]jsEvents, len(j.plan.tests))}
	candidate, run, err := j.run(o, steelyard.ProcCandidate)
	if err != nil || candidate == nil {
		return ts, err
	}
	proc := o.Outcome.Proc(steelyard.ProcTester)
	if proc == nil {
		return ts, nil
	}
	ts.run = true
	b, err := j.in.Read(proc.Result)
	if err != nil {
		return ts, fmt.Errorf("read the tester's result: %w", err)
	}
	frames, _ := jsFrames(b)
	for _, f := range frames {
		if f.kind == 'D' {
			ts.done = true
		}
		if f.number >= len(ts.events) {
			continue
		}
		ts.events[f.number].add(f)
	}
	if ts.forged = run.forged; ts.forged {
		ts.whole = jsForged()
		return ts, nil
	}
	if f, bad := jsUnloaded(candidate, &run); bad {
		j.blameModule(&run)
		ts.whole = f
		return ts, nil
	}
	ts.end = orElse(jsEndCause(candidate), jsEndCause(proc))
	if ts.end == "" && jsHeapOut(candidate, j.in) {
		ts.end = steelyard.CauseOOM
	}
	if ts.end == "" && (proc.End != steelyard.EndExited || proc.Code != 0) {
		ts.end = steelyard.CauseRuntimeError
	}
	j.blameTask(&ts, &run)
	return ts, nil
}

func (e *jsEvents) add(f jsFrame) {
	switch f.kind {
	case 'A':
		var a struct {
			OK      bool   `json:"ok"`
			Message string `json:"message"`
		}
		if json.Unmarshal(f.payload, &a) != nil || !a.OK {
			if e.failed++; e.failed == 1 {
				e.message = a.Message
			}
			return
		}
		e.passed++
	case 'T':
		var t jsThrown
		if json.Unmarshal(f.payload, &t) != nil {
			t = jsThrown{Blame: "test", Name: "Error"}
		}
		if e.thrown == nil {
			e.thrown = &t
		}
	case 'F':
		var fin struct {
			Calls int `json:"calls"`
		}
		e.finished = json.Unmarshal(f.payload, &fin) == nil
		e.calls = fin.Calls
	}
}

// blameTask makes the task invalid where its test program is at fault, whatever
// the candidate does.
func (j *jsJudge) blameTask(ts *jsTests, run *jsRun) {
	called := false
	for i := range ts.events {
		e := &ts.events[i]
		called = called || e.calls > 0 || !e.finished
		switch t := e.thrown; {
		case t != nil && t.Blame == "task" && t.Module != "":
			j.invalid = fmt.Sprintf("the environment lacks the module %q, which the test requires", t.Module)
		case t != nil && t.Blame == "task":
			j.invalid = "the test program is broken: " + t.Name + ": " + t.Message
		case t != nil && t.Blame == "callback":
			j.invalid = "the test passes a function to the candidate, which cannot cross the process border"
		case t != nil && t.Blame == "candidate":
			j.blameModule(run)
		case t == nil && !called && ts.done: // later programs may go by what was answered
			j.invalid = "the test program never calls " + j.in.Task.Function.EntryPoint
		}
		if j.invalid != "" {
			return
		}
	}
}

// fate decides a check that is a test program: it passes when the program ran
// to its end, called the candidate, threw nothing and no assertion failed.
func (ts *jsTests) fate(i int) jsFate {
	e := &ts.events[i]
	switch {
	case !ts.run:
		return jsFate{steelyard.CheckNotRun, steelyard.CauseFactsMissing, "not run"}
	case ts.whole.status != "":
		return ts.whole
	case ts.end != "" && !e.finished && e.thrown == nil && i > 0 && !ts.events[i-1].finished && ts.events[i-1].thrown == nil:
		return jsFate{steelyard.CheckNotRun, ts.end, "not run"}
	case ts.end != "" && !ts.done && (!e.finished || i == len(ts.events)-1):
		return jsFate{steelyard.CheckFailed, ts.end, "ended during the test: " + ts.end}
	case e.thrown != nil:
		return e.thrown.fate(ts.end)
	case e.failed > 0:
		return jsFate{steelyard.CheckFailed, steelyard.CauseWrongAnswer, fmt.Sprintf("%d of %d assertions failed%s", e.failed, e.failed+e.passed, prefixed(": ", e.message))}
	case e.finished && e.calls == 0:
		return jsFate{steelyard.CheckFailed, steelyard.CauseTaskBroken, "the test program calls nothing"}
	case !e.finished || !ts.done:
		return jsFate{steelyard.CheckFailed, steelyard.CauseRuntimeError, "the test program did not run to its end"}
	}
	return jsFate{status: steelyard.CheckPassed}
}

func (t *jsThrown) fate(end string) jsFate {
	text := t.Name + prefixed(": ", t.Message)
	switch t.Blame {
	case "candidate":
		return jsFate{steelyard.CheckFailed, steelyard.CauseRuntimeError, "the candidate threw " + text}
	case "gone":
		return jsFate{steelyard.CheckFailed, orElse(end, steelyard.CauseRuntimeError), t.Message}
	case "value":
		return jsFate{steelyard.CheckFailed, steelyard.CauseBadValue, t.Message}
	}
	return jsFate{steelyard.CheckFailed, steelyard.CauseWrongAnswer, text}
}

func prefixed(prefix, s string) string {
	if s == "" {
		return ""
	}
	return prefix + s
}
