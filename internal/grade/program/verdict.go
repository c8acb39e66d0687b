package program

import (
	"fmt"
	"slices"
	"strings"

	"steelyard"
	"steelyard/internal/compare"
	"steelyard/internal/grade"
	"steelyard/internal/grade/answer"
)

// finding is what became of one case. A cause of task_broken or infra says
// nothing of the candidate.
type finding struct {
	status string
	// share is what a passed case counts: 1, or a checker's points.
	share  float64
	cause  string
	detail string
	flag   string
	// certain says that a broken task is not the answer's doing.
	certain bool
}

func failed(cause, format string, args ...any) finding {
	return finding{status: steelyard.CheckFailed, cause: cause, detail: fmt.Sprintf(format, args...)}
}

func broken(format string, args ...any) finding {
	return finding{status: steelyard.CheckNotRun, cause: steelyard.CauseTaskBroken, detail: fmt.Sprintf(format, args...)}
}

func infra(format string, args ...any) finding {
	return finding{status: steelyard.CheckNotRun, cause: steelyard.CauseInfra, detail: fmt.Sprintf(format, args...)}
}

func notRun() finding {
	return finding{status: steelyard.CheckNotRun, cause: steelyard.CauseFactsMissing, detail: "not run"}
}

// Verdict is pure and total. The error is one of reading content only.
func (*Grader) Verdict(in grade.Input, seen []steelyard.Observation) (steelyard.Verdict, error) {
	v := steelyard.Verdict{Channel: steelyard.ChannelSeparate}
	if err := usable(in.Task); err != nil {
		v.Outcome, v.Cause, v.Reason = steelyard.Invalid, steelyard.CauseTaskBroken, err.Error()
		return v, nil
	}
	sub, err := read(in)
	if err != nil {
		return v, err
	}
	v.Flags, v.Extracted = sub.flags, sub.extracted
	obs, err := index(in, seen)
	if err != nil {
		return v, err
	}
	all, ok := whole(in.Task, &sub, obs)
	checks := in.Task.Suite.Checks
	findings := make([]finding, len(checks))
	for i := range checks {
		findings[i] = all
		if ok {
			if findings[i], err = judgeCase(in, i, obs); err != nil {
				return v, err
			}
		}
	}
	tally(&v, checks, findings)
	return v, nil
}

// whole judges what concerns every case alike; ok means that the cases decide.
func whole(task *steelyard.Task, sub *submission, obs map[string]*steelyard.Observation) (f finding, ok bool) {
	if f, ok := judgeReady(stepChecker, task.Program.Checker, obs, true); !ok {
		return f, false
	}
	if f, ok := judgeReady(stepInteractor, task.Program.Interactor, obs, false); !ok {
		return f, false
	}
	if sub.missing != "" {
		return failed(steelyard.CauseNoAnswer, "%s", sub.missing), false
	}
	if sub.lang.compile == nil {
		return f, true
	}
	return compilation(obs[stepCompile], task.Program.Interactor == nil)
}

func compilation(o *steelyard.Observation, freeze bool) (finding, bool) {
	if o == nil {
		return notRun(), false
	}
	if compiled(o, freeze) {
		return finding{}, true
	}
	c := o.Outcome.Proc(steelyard.ProcCompiler)
	switch {
	case o.Outcome.Infra != nil:
		return infra("compiler: %s", o.Outcome.Infra.Cause), false
	case c == nil || c.End == steelyard.EndInfra || c.End == steelyard.EndNotRun:
		return infra("compiler: not run"), false
	case answer.Unput(c):
		return failed(steelyard.CauseCompileError, "the files cannot be put: %s", clip(c.Note)), false
	case c.End == steelyard.EndNoStart:
		return infra("compiler does not start: %s", clip(c.Note)), false
	case c.End == steelyard.EndExited && c.Code == 0:
		return failed(steelyard.CauseCompileError, "the compiler made no program that can be kept%s", rejected(c)), false
	case c.End == steelyard.EndExited:
		return failed(steelyard.CauseCompileError, "%s", compilerMessage(c)), false
	}
	return failed(steelyard.CauseCompileError, "the compiler ended with %s", howEnded(c)), false
}

func judgeReady(step string, j *steelyard.Judge, obs map[string]*steelyard.Observation, freeze bool) (finding, bool) {
	if j == nil {
		return finding{}, true
	}
	if l, _ := lookup(j.Language); l.compile == nil || obs[step] == nil {
		return finding{}, true // if it was not compiled, then no case was run either
	}
	f, ok := compilation(obs[step], freeze)
	if !ok && f.cause == steelyard.CauseCompileError {
		f = broken("%s: %s", strings.TrimPrefix(step, "compile "), f.detail)
	}
	return f, ok
}

// tally turns the findings into the verdict's outcome, score and evidence.
func tally(v *steelyard.Verdict, checks []steelyard.Check, findings []finding) {
	v.Checks = make([]steelyard.CheckResult, len(checks))
	var weight, got float64
	var passed, counted, missing int
	roles := map[steelyard.Role][2]int{}
	worst := finding{}
	for i, f := range findings {
		c := &checks[i]
		r := steelyard.CheckResult{ID: c.ID, Status: f.status, Weight: c.Weight, Role: c.Role, Detail: f.detail}
		if r.ID == "" {
			r.ID = stepCase(i)
		}
		if r.Weight == 0 {
			r.Weight = 1
		}
		if r.Role == "" {
			r.Role = steelyard.RoleMustPass
		}
		if r.Role == steelyard.RoleCanary && (f.status == steelyard.CheckPassed || f.status == steelyard.CheckFailed) {
			// An honest program fails a canary, and that is no merit.
			if f.status == steelyard.CheckPassed {
				v.Flags = append(v.Flags, "canary")
				f = failed(steelyard.CauseWrongAnswer, "canary %s: an output that no honest program writes", r.ID)
			} else {
				f = finding{status: steelyard.CheckSkipped}
			}
			r.Status, r.Detail = f.status, f.detail
		}
		v.Checks[i] = r
		if r.Status == steelyard.CheckNotRun {
			missing++
		}
		if r.Role != steelyard.RoleCanary {
			counted++
			weight += r.Weight
			n := roles[r.Role]
			n[1]++
			got += r.Weight * f.share
			if r.Status == steelyard.CheckPassed {
				passed++
				n[0]++
			}
			roles[r.Role] = n
		}
		if f.flag != "" && !slices.Contains(v.Flags, f.flag) {
			v.Flags = append(v.Flags, f.flag)
		}
		if severity(f.cause) > severity(worst.cause) {
			worst = f
			worst.detail = r.ID + ": " + f.detail
		}
	}
	v.Evidence = evidence(passed, counted, missing, roles)
	v.Cause, v.Reason = worst.cause, worst.detail
	switch {
	case worst.cause == "" && counted == 0:
		v.Outcome, v.Cause, v.Reason = steelyard.Invalid, steelyard.CauseTaskBroken, "the task has canaries only"
	case worst.cause == "":
		v.Outcome = steelyard.Pass
	case worst.cause == steelyard.CauseTaskBroken:
		v.Outcome = steelyard.Invalid
	case worst.cause == steelyard.CauseInfra, worst.cause == steelyard.CauseFactsMissing:
		v.Outcome = steelyard.NotJudged
	default:
		v.Outcome = steelyard.Fail
	}
	if weight > 0 && (v.Outcome == steelyard.Pass || v.Outcome == steelyard.Fail) {
		v.Score = got / weight
		v.Evidence["tests.weighted"] = v.Score
	}
	// A reason that holds for every case need not name the first.
	if len(findings) > 0 && findings[0].detail != "" && allSame(findings) {
		v.Reason = findings[0].detail
	}
}

func allSame(findings []finding) bool {
	for _, f := range findings {
		if f != findings[0] {
			return false
		}
	}
	return true
}

// severity orders causes: what the candidate did comes first, since nothing that
// happened in another case undoes it; of failures the first case's counts. Then
// comes what makes a verdict impossible, and last a fact that is missing.
func severity(cause string) int {
	switch cause {
	case "":
		return 0
	case steelyard.CauseFactsMissing:
		return 1
	case steelyard.CauseInfra:
		return 2
	case steelyard.CauseTaskBroken:
		return 3
	}
	return 4
}

func evidence(passed, counted, missing int, roles map[steelyard.Role][2]int) steelyard.Evidence {
	e := steelyard.Evidence{
		"tests.passed": float64(passed), "tests.total": float64(counted), "tests.not_run": float64(missing),
	}
	for role, name := range map[steelyard.Role]string{
		steelyard.RoleFailToPass: "tests.f2p", steelyard.RolePassToPass: "tests.p2p",
	} {
		if n := roles[role]; n[1] > 0 {
			e[name] = float64(n[0]) / float64(n[1])
		}
	}
	return e
}

// judgeCase says what became of case i.
func judgeCase(in grade.Input, i int, obs map[string]*steelyard.Observation) (finding, error) {
	o := obs[stepCase(i)]
	if o == nil {
		return notRun(), nil
	}
	task := in.Task
	if task.Program.Interactor != nil || task.Program.Checker != nil {
		f := judged(task, i, o, obs)
		if judgeFailed(f) {
			return controlled(in, f, obs)
		}
		return f, nil
	}
	if f, ok := candidateEnd(o); !ok {
		return f, nil
	}
	out, ok := checkable(task, o)
	if !ok {
		return failed(steelyard.CauseWrongAnswer, "no output file %s%s", task.Program.OutputFile,
			rejected(o.Outcome.Proc(steelyard.ProcCandidate))), nil
	}
	return compareOutput(in, task.Suite.Checks[i].Case, out)
}

func compareOutput(in grade.Input, c *steelyard.Case, out steelyard.Blob) (finding, error) {
	found, err := in.Read(out)
	if err != nil {
		return finding{}, fmt.Errorf("read the output: %w", err)
	}
	answers := make([][]byte, 0, 1+len(c.Others))
	for _, b := range append([]steelyard.Blob{c.Answer}, c.Others...) {
		a, err := in.Read(b)
		if err != nil {
			return finding{}, fmt.Errorf("read an answer: %w", err)
		}
		answers = append(answers, a)
	}
	r := compare.Text(in.Task.Program.Compare, found, answers...)
	switch {
	case r.Fault != "":
		return broken("%s", r.Fault), nil
	case r.Equal:
		return finding{status: steelyard.CheckPassed, share: 1}, nil
	}
	return failed(steelyard.CauseWrongAnswer, "%s", r.Diff), nil
}

// checkable returns the output to be compared or checked, of a case whose
// candidate ended well.
func checkable(task *steelyard.Task, o *steelyard.Observation) (steelyard.Blob, bool) {
	if j := task.Program.Interactor; j != nil {
		if interaction(j, o).status != steelyard.CheckPassed {
			return steelyard.Blob{}, false
		}
		b, ok := o.Outcome.Proc(steelyard.ProcInteractor).Files[outputFile]
		return b, ok
	}
	if _, ok := candidateEnd(o); !ok {
		return steelyard.Blob{}, false
	}
	c := o.Outcome.Proc(steelyard.ProcCandidate)
	if name := task.Program.OutputFile; name != "" {
		b, ok := c.Files[name]
		return b, ok
	}
	return c.Stdout, true
}
