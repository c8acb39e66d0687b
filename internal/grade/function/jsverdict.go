package function

import (
	"fmt"
	"strings"

	"steelyard"
	"steelyard/internal/grade"
	"steelyard/internal/grade/answer"
)

// flagForged marks a candidate that wrote to the driver's own descriptor.
const flagForged = "forged_result"

// jsJudge collects the fates of checks.
type jsJudge struct {
	in      grade.Input
	plan    *jsPlan
	verdict steelyard.Verdict
	// cause and detail of the first check that failed.
	cause, detail string
	invalid       string
}

func (jsLang) verdict(in grade.Input, seen []steelyard.Observation) (steelyard.Verdict, error) {
	v := steelyard.Verdict{Channel: steelyard.ChannelSeparate}
	p, err := jsMakePlan(in.Task)
	if err != nil {
		v.Outcome, v.Cause, v.Reason = steelyard.Invalid, steelyard.CauseTaskBroken, err.Error()
		return v, nil
	}
	a, err := jsReadAnswer(in)
	if err != nil {
		return v, err
	}
	v.Extracted, v.Flags = a.extracted, a.flags
	j := &jsJudge{in: in, plan: p, verdict: v}
	switch {
	case p.weak != "":
		j.invalid = p.weak
	case a.reason != "":
		j.none(steelyard.CauseNoAnswer, a.reason)
	default:
		if infra := firstInfra(seen); infra != "" {
			j.verdict.Outcome, j.verdict.Cause, j.verdict.Reason = steelyard.NotJudged, steelyard.CauseInfra, infra
			return j.verdict, nil
		}
		if err := j.checks(seen); err != nil {
			return v, err
		}
	}
	return j.close(), nil
}

// firstInfra says how our own machinery failed, or nothing.
func firstInfra(seen []steelyard.Observation) string {
	for i := range seen {
		if f := seen[i].Outcome.Infra; f != nil {
			return f.Boundary + ": " + f.Cause
		}
		for k := range seen[i].Outcome.Procs {
			p := &seen[i].Outcome.Procs[k]
			if unput := answer.Unput(p) && (p.Role == steelyard.ProcCandidate || p.Role == steelyard.ProcCompiler); unput {
				continue
			}
			if p.End == steelyard.EndInfra || p.End == steelyard.EndNoStart {
				return "sandbox: " + string(p.End) + " " + p.Note
			}
		}
	}
	return ""
}

// none gives every check the status failed for one cause.
func (j *jsJudge) none(cause, reason string) {
	for i := range j.plan.checks {
		j.add(&j.plan.checks[i], steelyard.CheckFailed, cause, reason)
	}
}

func (j *jsJudge) add(c *jsCheck, status, cause, detail string) {
	j.verdict.Checks = append(j.verdict.Checks, steelyard.CheckResult{
		ID: c.id, Status: status, Weight: c.weight, Role: c.role, Detail: detail,
	})
	if status != steelyard.CheckPassed && c.role != steelyard.RoleCanary && (j.cause == "" || j.cause == steelyard.CauseFactsMissing) {
		j.cause, j.detail = cause, detail
	}
}

// observed returns the observation of a step.
func observed(seen []steelyard.Observation, step string) *steelyard.Observation {
	for i := range seen {
		if seen[i].Step == step {
			return &seen[i]
		}
	}
	return nil
}

// run reads what the process with the role left on the result descriptor.
func (j *jsJudge) run(o *steelyard.Observation, role string) (*steelyard.ProcOutcome, jsRun, error) {
	if o == nil {
		return nil, jsRun{}, nil
	}
	p := o.Outcome.Proc(role)
	if p == nil {
		return nil, jsRun{}, nil
	}
	b, err := j.in.Read(p.Result)
	if err != nil {
		return nil, jsRun{}, fmt.Errorf("read the result of step %s: %w", o.Step, err)
	}
	return p, jsReadRun(b, p.End == steelyard.EndExited), nil
}

func (j *jsJudge) checks(seen []steelyard.Observation) error {
	proc, run, err := j.run(observed(seen, jsStepRows), steelyard.ProcCandidate)
	if err != nil {
		return err
	}
	var gold jsRun
	if j.plan.oracle {
		var goldProc *steelyard.ProcOutcome
		if goldProc, gold, err = j.run(observed(seen, jsStepOracle), steelyard.ProcGold); err != nil {
			return err
		}
		if goldProc != nil {
			j.goldMissing(&gold)
		}
	}
	var tests jsTests
	if len(j.plan.tests) > 0 {
		if tests, err = j.tester(observed(seen, jsStepTester)); err != nil {
			return err
		}
	}
	if run.forged || tests.forged {
		j.verdict.Flags = append(j.verdict.Flags, flagForged)
	}
	for i := range j.plan.checks {
		c := &j.plan.checks[i]
		if c.test >= 0 {
			f := tests.fate(c.test)
			j.add(c, f.status, f.cause, f.detail)
			continue
		}
		f := jsFate{status: steelyard.CheckPassed}
		for _, row := range c.rows {
			if f = j.row(row, proc, &run, &gold); f.status != steelyard.CheckPassed {
				break
			}
		}
		j.add(c, f.status, f.cause, f.detail)
	}
	return nil
}

// goldMissing says that the gold solution gave no value to compare with.
func (j *jsJudge) goldMissing(gold *jsRun) {
	for i := range j.plan.rows {
		if c := j.plan.rows[i].call; c == nil || !c.gold {
			continue
		}
		if r, ok := gold.results[i]; !ok || r.threw || r.err != nil {
			j.invalid = fmt.Sprintf("the gold solution gives no value for row %d", i+1)
			return
		}
	}
}

// jsFate is what became of a check.
type jsFate struct{ status, cause, detail string }

func (j *jsJudge) row(i int, proc *steelyard.ProcOutcome, run, gold *jsRun) jsFate {
	if proc == nil {
		return jsFate{steelyard.CheckNotRun, steelyard.CauseFactsMissing, "not run"}
	}
	if run.forged {
		return jsForged()
	}
	if f, ok := jsUnloaded(proc, run); ok {
		j.blameModule(run)
		return f
	}
	r, ok := run.results[i]
	if !ok {
		cause := jsEndCause(proc)
		if cause == "" && jsHeapOut(proc, j.in) {
			cause = steelyard.CauseOOM
		}
		// The first row without a result is the one that was running.
		if i > 0 {
			if _, before := run.results[i-1]; !before {
				return jsFate{steelyard.CheckNotRun, orElse(cause, steelyard.CauseRuntimeError), "not run"}
			}
		}
		if cause == "" {
			return jsFate{steelyard.CheckFailed, steelyard.CauseRuntimeError, "the process ended during the call (" + jsEnd(proc) + ")"}
		}
		return jsFate{steelyard.CheckFailed, cause, "ended during the call: " + cause}
	}
	// A run that did not come to its end has not passed, whatever its rows say.
	if i == len(j.plan.rows)-1 && (!run.finished || proc.End != steelyard.EndExited || proc.Code != 0) {
		return jsFate{steelyard.CheckFailed, orElse(jsEndCause(proc), steelyard.CauseRuntimeError), "the process ended before its work was done (" + jsEnd(proc) + ")"}
	}
	if r.err != nil {
		return jsFate{steelyard.CheckFailed, steelyard.CauseBadValue, r.err.Error()}
	}
	value := r.value()
	if r.threw {
		j.blameModule(run)
		return jsFate{steelyard.CheckFailed, steelyard.CauseRuntimeError, "threw " + jsInspect(&value)}
	}
	row := &j.plan.rows[i]
	var holds bool
	var detail string
	var err error
	if row.assertion != nil {
		holds, detail, err = row.assertion.holds(value)
	} else {
		g := gold.results[i]
		holds, detail, err = row.call.holds(value, &g)
	}
	switch {
	case err != nil:
		return jsFate{steelyard.CheckFailed, steelyard.CauseBadValue, detail}
	case !holds:
		return jsFate{steelyard.CheckFailed, steelyard.CauseWrongAnswer, detail}
	}
	return jsFate{status: steelyard.CheckPassed}
}

// jsForged is the fate of a candidate that wrote what no driver writes.
func jsForged() jsFate {
	return jsFate{steelyard.CheckFailed, steelyard.CauseRuntimeError, "the candidate wrote to the result channel"}
}

// jsUnloaded says why the candidate's code was not ready to be called.
func jsUnloaded(proc *steelyard.ProcOutcome, run *jsRun) (jsFate, bool) {
	switch {
	case run.loadErr != nil:
		cause := steelyard.CauseRuntimeError
		if run.loadErr.Type == "SyntaxError" {
			cause = steelyard.CauseCompileError
		}
		return jsFate{steelyard.CheckFailed, cause, "loading threw " + jsInspect(run.loadErr)}, true
	case run.noEntry:
		return jsFate{steelyard.CheckFailed, steelyard.CauseNoEntry, "the code defines no entry point"}, true
	case !run.loaded:
		cause := orElse(jsEndCause(proc), steelyard.CauseRuntimeError)
		return jsFate{steelyard.CheckFailed, cause, "the process ended while the code was loaded (" + jsEnd(proc) + ")"}, true
	}
	return jsFate{}, false
}

// blameModule makes the task invalid when its own solution requires a module
// that the environment lacks. The driver says so before the candidate's code
// runs; that the candidate asks for a module is no reason.
func (j *jsJudge) blameModule(run *jsRun) {
	if len(run.missing) > 0 && j.invalid == "" {
		j.invalid = fmt.Sprintf("the environment lacks the module %q, which the task's solution requires", run.missing[0])
	}
}

// jsHeapOut reports whether V8 gave up for want of memory.
func jsHeapOut(p *steelyard.ProcOutcome, in grade.Input) bool {
	if p.End != steelyard.EndSignalled && p.Code < 128 {
		return false
	}
	stderr, err := in.Read(p.Stderr)
	return err == nil && strings.Contains(string(stderr), "JavaScript heap out of memory")
}

func jsEnd(p *steelyard.ProcOutcome) string {
	switch p.End {
	case steelyard.EndExited:
		return fmt.Sprintf("exit code %d", p.Code)
	case steelyard.EndSignalled:
		return fmt.Sprintf("signal %d", p.Signal)
	}
	return string(p.End)
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// close fills the verdict from its checks.
func (j *jsJudge) close() steelyard.Verdict {
	v := &j.verdict
	var got, all, passed, total float64
	for i := range v.Checks {
		c := &v.Checks[i]
		ok := c.Status == steelyard.CheckPassed
		if c.Role == steelyard.RoleCanary {
			if ok {
				v.Flags = append(v.Flags, FlagCanary)
				j.cause, j.detail = orElse(j.cause, steelyard.CauseWrongAnswer), orElse(j.detail, "a check that honest answers fail has passed")
			}
			continue
		}
		all += c.Weight
		total++
		if ok {
			got += c.Weight
			passed++
		}
	}
	if all > 0 {
		v.Score = got / all
	}
	v.Evidence = steelyard.Evidence{"tests.passed": passed, "tests.total": total, "tests.weighted": v.Score}
	switch {
	case j.invalid != "":
		v.Outcome, v.Cause, v.Reason, v.Score = steelyard.Invalid, steelyard.CauseTaskBroken, j.invalid, 0
	case j.cause == steelyard.CauseFactsMissing:
		v.Outcome, v.Cause, v.Reason = steelyard.NotJudged, steelyard.CauseFactsMissing, j.detail
	case j.cause != "":
		v.Outcome, v.Cause, v.Reason = steelyard.Fail, j.cause, j.detail
	default:
		v.Outcome = steelyard.Pass
	}
	return *v
}
