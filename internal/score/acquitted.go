package score

import (
	"context"
	"sync"

	"steelyard"
	"steelyard/internal/grade"
)

// FlagBlamedTask: the rollout made its task look broken, and the task's own
// solution shows that it is not.
const FlagBlamedTask = "blamed_task"

// control is what weighing a task's own solution said, found out once.
type control struct {
	mu    sync.Mutex
	done  bool
	sound bool
}

// acquitted checks an accusation. A verdict that calls the task broken masks the
// rollout, so a candidate that can bring one about has a way around every zero.
// Where the task has a solution of its own, that is weighed, once a task: if it
// passes, the task is sound, and what went wrong is the rollout's doing.
func (e *Engine) acquitted(ctx context.Context, job Job, v steelyard.Verdict) steelyard.Verdict {
	t := job.Task
	if v.Outcome != steelyard.Invalid || job.Gold || len(t.Gold) == 0 {
		return v
	}
	t.control.mu.Lock()
	defer t.control.mu.Unlock()
	if !t.control.done {
		gold := steelyard.Rollout{ID: "gold", Task: t.ID, Output: t.Gold[0]}
		w := e.attempt(ctx, Job{Task: t, Rollout: &gold, Gold: true})
		if ctx.Err() != nil || w.Reward.Outcome == steelyard.NotJudged {
			return v // nothing was found out
		}
		t.control.done, t.control.sound = true, w.Reward.Outcome == steelyard.Pass
	}
	if !t.control.sound {
		return v
	}
	v.Outcome, v.Score = steelyard.Fail, 0
	if v.Cause == steelyard.CauseTaskBroken {
		v.Cause = steelyard.CauseRuntimeError
	}
	v.Flags = addFlag(v.Flags, FlagBlamedTask)
	v.Reason = "the task's own solution passes, so this is the answer's doing: " + v.Reason
	return v
}

// attempt weighs a job that has been admitted.
func (e *Engine) attempt(ctx context.Context, job Job) Weighed {
	in := grade.Input{Task: job.Task.Task, Rollout: job.Rollout, Read: e.read}
	steps, seen, end := e.carryOut(ctx, job, in)
	if end != nil {
		return e.judged(job, steps, e.acquitted(ctx, job, *end))
	}
	v := e.verdict(job.Task, in, seen)
	if v.Outcome != steelyard.NotJudged {
		v = e.compareSampled(job.Task, in, steps, seen, v)
	}
	w := e.judged(job, steps, e.acquitted(ctx, job, v))
	if ctx.Err() != nil {
		w.Err = context.Cause(ctx) // cut short: whatever it says is not an answer
	}
	return w
}
