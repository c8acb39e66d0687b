package score

import (
	"context"
	"fmt"
	"slices"

	"steelyard"
	"steelyard/internal/grade"
)

// Flags the engine adds to a verdict.
const (
	// FlagWeak: the task cannot be weighed reliably, and its grader says why.
	FlagWeak = "weak"
	// FlagNondeterministic: two executions of one step differed in a way that
	// did not change the verdict.
	FlagNondeterministic = "nondeterministic"
)

// compareSampled weighs the rollout once more with the second executions that
// were made of reused steps. Two executions may well differ in what nobody looks
// at, such as an address in a message; what counts is whether the verdict does.
func (e *Engine) compareSampled(t *Task, in grade.Input, steps []Executed, seen []steelyard.Observation, v steelyard.Verdict) steelyard.Verdict {
	var other []steelyard.Observation
	for i := range steps {
		if steps[i].Again == nil {
			continue
		}
		if other == nil {
			other = append(other, seen...)
		}
		other[i] = *steps[i].Again
	}
	if other == nil {
		return v
	}
	w := e.verdict(t, in, other)
	if same(&v, &w) {
		v.Flags = addFlag(v.Flags, FlagNondeterministic)
		return v
	}
	e.cfg.Logger.Warn("a reused execution turned out otherwise when it was executed again", "task", t.ID, "first", v.Outcome, "again", w.Outcome)
	return unstable(v, w)
}

// same reports whether two verdicts on one program agree. Two fails do, whatever
// each of them got right: a program that answers at random is wrong every time,
// and must not be masked for it.
func same(v, w *steelyard.Verdict) bool {
	return v.Outcome == w.Outcome && (v.Outcome == steelyard.Fail || v.Score == w.Score)
}

func unstable(v, w steelyard.Verdict) steelyard.Verdict {
	v.Reason = fmt.Sprintf("two executions of the same program disagree: %s with score %g, and %s with score %g", v.Outcome, v.Score, w.Outcome, w.Score)
	v.Outcome = steelyard.Unstable
	v.Cause = "unstable"
	return v
}

func addFlag(flags []string, f string) []string {
	if slices.Contains(flags, f) {
		return flags
	}
	return append(slices.Clone(flags), f)
}

// resampled weighs a rollout several times from fresh executions, where that was
// asked for, and calls it unstable when they disagree.
func (e *Engine) resampled(next Scorer) Scorer {
	if e.cfg.Resample <= 1 {
		return next
	}
	return func(ctx context.Context, job Job) Weighed {
		first := next(ctx, job)
		for range e.cfg.Resample - 1 {
			if ctx.Err() != nil || first.Reward.Outcome == steelyard.NotJudged || first.Reward.Outcome == steelyard.Unstable {
				return first
			}
			w := next(ctx, job)
			for i := range w.Steps {
				first.Steps[0].Attempts = append(first.Steps[0].Attempts, w.Steps[i].Observation)
			}
			if w.Reward.Outcome == steelyard.NotJudged {
				continue
			}
			if !same(&first.Verdict, &w.Verdict) {
				again := e.judged(job, first.Steps, unstable(first.Verdict, w.Verdict))
				return again
			}
		}
		return first
	}
}
