package program

import (
	"steelyard"
	"steelyard/internal/grade"
)

// FlagJudgeFailed marks an answer on which a judge failed that works otherwise.
const FlagJudgeFailed = "judge_failed"

// Steps of the control. What a candidate writes may be what its judge fails on,
// and then it must not be the task that is to blame; so a judge that has failed
// judges the task's own solution once, on the same case. Without a solution a
// checker is given the case's own answer, and an interactor is believed to work.
const (
	stepControlCompile = "control compile"
	stepControlCase    = "control case"
	stepControlCheck   = "control check"
)

// failedJudge returns the first case whose judge failed, or -1.
func failedJudge(task *steelyard.Task, obs map[string]*steelyard.Observation) int {
	if task.Program.Checker == nil && task.Program.Interactor == nil {
		return -1
	}
	for i := range task.Suite.Checks {
		if o := obs[stepCase(i)]; o != nil && judgeFailed(judged(task, i, o, obs)) {
			return i
		}
	}
	return -1
}

// judgeFailed reports whether a finding blames the judge.
func judgeFailed(f finding) bool { return f.cause == steelyard.CauseTaskBroken && !f.certain }

// judged is what the task's judges say of case i.
func judged(task *steelyard.Task, i int, o *steelyard.Observation, obs map[string]*steelyard.Observation) finding {
	return judgedBy(task, o, obs[stepCheck(i)])
}

func judgedBy(task *steelyard.Task, o, check *steelyard.Observation) finding {
	if j := task.Program.Interactor; j != nil {
		f := interaction(j, o)
		if f.status != steelyard.CheckPassed || task.Program.Checker == nil {
			return f
		}
	} else if f, ok := candidateEnd(o); !ok {
		return f
	}
	if _, ok := checkable(task, o); !ok {
		if task.Program.Interactor != nil {
			return broken("the interactor wrote no output for the checker")
		}
		return failed(steelyard.CauseWrongAnswer, "no output file %s%s", task.Program.OutputFile,
			rejected(o.Outcome.Proc(steelyard.ProcCandidate)))
	}
	return checkerFinding(task.Program.Checker, check)
}

// solution reads the task's own solution; there is none when missing is set.
func solution(in grade.Input) (submission, error) {
	if len(in.Task.Gold) == 0 {
		return submission{missing: "the task has no solution"}, nil
	}
	in.Rollout = &steelyard.Rollout{Output: in.Task.Gold[0]}
	return read(in)
}

// control plans the next steps of the control on case i; nil when it is done, or
// needs none.
func (p *planner) control(in grade.Input, i int) ([]steelyard.Step, error) {
	task := in.Task
	gold, err := solution(in)
	if err != nil {
		return nil, err
	}
	c := planner{task: task, sub: &gold, seen: p.seen, compiledBy: stepControlCompile, checkerCode: p.checkerCode, interactorCode: p.interactorCode}
	answer := task.Suite.Checks[i].Case.Answer
	if gold.missing == "" {
		if gold.lang.compile != nil && !c.compile(stepControlCompile, c.candidateFiles(), gold.sources, gold.lang, task.Program.Interactor == nil) {
			return c.steps, nil
		}
		o := p.seen[stepControlCase]
		switch {
		case o == nil && task.Program.Interactor != nil:
			c.add(stepControlCase, c.interact(i))
			return c.steps, nil
		case o == nil:
			c.add(stepControlCase, c.runCase(i))
			return c.steps, nil
		}
		var ok bool
		if answer, ok = checkable(task, o); !ok {
			return nil, nil
		}
	} else if task.Program.Interactor != nil {
		return nil, nil
	}
	if task.Program.Checker != nil && p.seen[stepControlCheck] == nil {
		c.add(stepControlCheck, c.check(i, answer))
	}
	return c.steps, nil
}

// controlled decides who is to blame for a judge that failed: the answer, if the
// judge does its work on the task's own solution.
func controlled(in grade.Input, f finding, obs map[string]*steelyard.Observation) (finding, error) {
	task := in.Task
	guilty := failed(steelyard.CauseWrongAnswer, "%s", f.detail)
	guilty.flag = FlagJudgeFailed
	gold, err := solution(in)
	if err != nil {
		return f, err
	}
	if gold.missing != "" {
		if task.Program.Interactor != nil {
			return guilty, nil
		}
		c := checkerFinding(task.Program.Checker, obs[stepControlCheck])
		switch {
		case judgeFailed(c):
			return f, nil
		case c.status == steelyard.CheckNotRun:
			return c, nil
		}
		return guilty, nil // it judged, whatever it thinks of the answer
	}
	if gold.lang.compile != nil {
		if c, ok := compilation(obs[stepControlCompile], task.Program.Interactor == nil); !ok {
			return unlessUnknown(f, c), nil
		}
	}
	o := obs[stepControlCase]
	if o == nil {
		return notRun(), nil
	}
	c := judgedBy(task, o, obs[stepControlCheck])
	if c.status == steelyard.CheckPassed || c.share > 0 {
		return guilty, nil
	}
	return unlessUnknown(f, c), nil
}

// unlessUnknown returns the fault of the task that a failed control proves, or
// why the control itself is not known.
func unlessUnknown(f, control finding) finding {
	if control.cause == steelyard.CauseInfra || control.cause == steelyard.CauseFactsMissing {
		return control
	}
	return f
}
