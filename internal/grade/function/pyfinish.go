package function

import (
	"bytes"
	"fmt"

	"steelyard"
)

// tester judges a run of the trusted tester.
//
// The candidate can end the tester by what it sends (a huge number in a loop of
// the tests), so a tester that fails after it has begun to listen to the
// candidate is the candidate's doing; before that, it is the task's.
func (j *pyJudge) tester(o *steelyard.Observation) {
	tester := j.proc(o, steelyard.ProcTester)
	if tester == nil {
		return
	}
	candidate := j.proc(o, steelyard.ProcCandidate)
	if candidate == nil {
		return
	}
	run := j.readChecks(tester, true)
	switch {
	case j.outcome != "" || run.settled || run.finished:
		return
	case run.raised != nil:
		j.stopped(run, run.raised.cause, run.raised.detail)
		return
	}
	// Whoever ended first by something other than an exit of its own is to blame.
	cause, text := pyEnded(candidate)
	ours := tester.End != steelyard.EndExited || tester.Code != 0
	theirs := candidate.End != steelyard.EndExited || run.gone
	switch {
	case ours && !run.heard && pyOwnEnd(tester):
		_, text := pyEnded(tester)
		j.broken("the tests ended before the candidate was called: " + text)
		return
	case ours && !theirs:
		cause, text = pyEnded(tester)
		text = "the tests did not come to an end with what the candidate returned: " + text
	case ours && tester.End == steelyard.EndTimeout && candidate.End == steelyard.EndExited:
		cause, text = pyEnded(tester)
	}
	j.stopped(run, cause, text)
}

// pyOwnEnd reports whether a process that heard nothing of the candidate ended
// in a way that the candidate cannot have brought about all the same, by using up
// time or memory that both share.
func pyOwnEnd(po *steelyard.ProcOutcome) bool {
	switch po.End { //nolint:exhaustive // of the rest the candidate may be the cause
	case steelyard.EndExited, steelyard.EndOutputLimit:
		return true
	case steelyard.EndTimeout:
		return po.Limit == "cpu"
	case steelyard.EndSignalled:
		return po.Signal != 9
	}
	return false
}

// inProcess judges tests that ran in the candidate's process.
func (j *pyJudge) inProcess(o *steelyard.Observation) {
	po := j.proc(o, steelyard.ProcCandidate)
	if po == nil {
		return
	}
	run := j.readChecks(po, false)
	switch {
	case j.outcome != "" || run.settled:
	case run.raised != nil:
		j.stopped(run, run.raised.cause, run.raised.detail)
	case !run.finished || po.End != steelyard.EndExited || po.Code != 0:
		cause, text := pyEnded(po)
		j.stopped(run, cause, text)
	}
}

// pyRun is how far a test program came.
type pyRun struct {
	next     int // the check that begins next, or is running
	began    bool
	heard    bool // something of the candidate's may have reached the tests
	gone     bool
	finished bool
	settled  bool
	// raised is set when a statement outside the checks ended the program.
	raised *pyFinding
}

// stopped blames the check that was running; later ones were not run.
func (j *pyJudge) stopped(run pyRun, cause, text string) {
	for i := run.next; i < len(j.findings); i++ {
		if i == run.next {
			j.findings[i] = pyFailed(cause, "%s", text)
		} else {
			j.findings[i] = pyNotRun("", "not reached")
		}
	}
	if run.next >= len(j.findings) && len(j.findings) > 0 {
		j.findings[len(j.findings)-1] = pyFailed(cause, "%s", text)
	}
	j.cause, j.reason = cause, pyLine(text)
}

// readChecks reads the result stream of a test program. One that ran in the
// candidate's process is not trusted to blame the task.
func (j *pyJudge) readChecks(po *steelyard.ProcOutcome, trusted bool) pyRun {
	run := pyRun{heard: !trusted}
	for i := range j.findings {
		j.findings[i] = pyNotRun("", "not reached")
	}
	frames, _ := pyFrames(po.Result.Inline)
	for i := range frames {
		f := &frames[i]
		if !trusted {
			var ok bool
			if f.body, ok = bytes.CutPrefix(f.body, []byte(j.secret)); !ok {
				j.forged(&run)
				return run
			}
		}
		n, rest, _ := f.number()
		switch f.tag {
		case 'X':
			cause, text := pyException(f.body)
			j.all(steelyard.CheckFailed, cause, text)
			run.settled = true
			return run
		case 'E':
			j.all(steelyard.CheckFailed, steelyard.CauseNoEntry, "the code defines no "+j.entry())
			run.settled = true
			return run
		case 'I', 'u':
			if run.heard {
				j.forged(&run)
				return run
			}
			if f.tag == 'I' {
				j.broken("the test program fails on its own: " + string(f.body))
			} else {
				j.broken("a test passes what cannot cross: " + string(rest))
			}
			return run
		case 'b':
			run.next, run.began = n, true
		case 'h':
			run.heard = true
		case 'p', 'f':
			if n != run.next || !run.began || n >= len(j.findings) {
				continue
			}
			j.findings[n] = j.checkFrame(f.tag, n, rest)
			run.next, run.began = n+1, false
		case 'e':
			f := j.raisedFrame("the tests", f.body)
			run.raised = &f
		case 'g':
			run.gone = true
		case 'z':
			run.finished = run.next == len(j.findings) && run.raised == nil
		}
	}
	return run
}

// forged settles a run whose frames the driver did not write.
func (j *pyJudge) forged(run *pyRun) {
	j.flags = append(j.flags, FlagForged)
	j.all(steelyard.CheckFailed, steelyard.CauseRuntimeError, "the candidate wrote to the result channel")
	run.settled = true
}

func (j *pyJudge) checkFrame(tag byte, n int, body []byte) pyFinding {
	text := clip(j.plan.checks[n].text, 160)
	if tag == 'p' {
		return pyFinding{status: steelyard.CheckPassed}
	}
	return j.raisedFrame(text, body)
}

// raisedFrame says what an exception of the tests means.
func (j *pyJudge) raisedFrame(text string, body []byte) pyFinding {
	cause, problem := pyException(body)
	switch {
	case hasPrefix(problem, "AssertionError"):
		return pyFailed(steelyard.CauseWrongAnswer, "%s: %s", text, problem)
	case hasPrefix(problem, "Uncrossable"):
		return pyFailed(steelyard.CauseBadValue, "%s: returned %s", text, problem[len("Uncrossable"):])
	}
	return pyFailed(cause, "%s: raised %s", text, problem)
}

func hasPrefix(s, p string) bool { return len(s) >= len(p) && s[:len(p)] == p }

// finish makes the verdict of the findings: all or nothing, with the weighted
// share as the score.
func (j *pyJudge) finish(v *steelyard.Verdict) {
	v.Flags = append(v.Flags, j.flags...)
	v.Evidence = steelyard.Evidence{}
	var passed, total, got, weight float64
	var first *pyFinding
	failed, canary := false, false
	for i := range j.findings {
		c, f := &j.plan.checks[i], &j.findings[i]
		v.Checks = append(v.Checks, steelyard.CheckResult{ID: c.id, Status: f.status, Weight: c.weight, Role: c.role, Detail: f.detail})
		if f.status == steelyard.CheckSkipped {
			continue
		}
		if c.role == steelyard.RoleCanary {
			if f.status == steelyard.CheckPassed {
				failed, canary = true, true
				v.Flags = append(v.Flags, FlagCanary)
			}
			continue
		}
		total++
		weight += c.weight
		if f.status == steelyard.CheckPassed {
			passed++
			got += c.weight
			continue
		}
		failed = true
		if first == nil || first.status != steelyard.CheckFailed && f.status == steelyard.CheckFailed {
			first = f
		}
	}
	v.Evidence["tests.passed"], v.Evidence["tests.total"] = passed, total
	if weight > 0 {
		v.Score = got / weight
		v.Evidence["tests.weighted"] = v.Score
	}
	switch {
	case j.outcome != "":
		v.Outcome, v.Cause, v.Reason, v.Score = j.outcome, j.cause, j.reason, 0
	case total == 0:
		v.Outcome, v.Cause, v.Reason = steelyard.Invalid, steelyard.CauseTaskBroken, "no check applies"
	case failed || j.cause != "":
		v.Outcome, v.Cause, v.Reason = steelyard.Fail, j.cause, j.reason
		if v.Cause == "" && first != nil {
			v.Cause, v.Reason = first.cause, first.detail
		}
		if v.Cause == "" {
			v.Cause = steelyard.CauseWrongAnswer
		}
		if canary {
			v.Score, v.Reason = 0, "passed a check that no honest candidate passes"
		}
		if v.Reason == "" {
			v.Reason = fmt.Sprintf("%.0f of %.0f checks passed", passed, total)
		}
	default:
		v.Outcome = steelyard.Pass
	}
}
