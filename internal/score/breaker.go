package score

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"steelyard"
)

// breakAfter is how many rollouts in a row may be masked by failures of the
// sandbox before it is asked whether it can run anything at all. A machine that
// cannot would otherwise mask a million rollouts and call that a result.
const breakAfter = 50

// BrokenError says that nothing works any more.
type BrokenError struct {
	// InARow rollouts of Tasks tasks were masked, one after the other.
	InARow, Tasks int
	// Reason is what the last of them was masked for.
	Reason string
	// Probe is what came of running /bin/true; empty when that worked, and only
	// what the tasks ask for does not.
	Probe string
}

// Error says what failed, and how that was found out.
func (e *BrokenError) Error() string {
	s := fmt.Sprintf("the sandbox does not work: %d rollouts in a row, of %d tasks, could not be judged, the last because of: %s", e.InARow, e.Tasks, e.Reason)
	if e.Probe != "" {
		s += "; nor can /bin/true be run: " + e.Probe
	}
	return s + "; steelyard doctor says what is missing"
}

// breaker knows how long nothing has worked.
type breaker struct {
	mu    sync.Mutex
	inRow int
	tasks map[string]bool
	// failing are the tasks for which the sandbox failed without a reason that
	// lies in what they ask for.
	failing map[string]bool
	// next is how long the row must be for the next probe.
	next int
}

func newBreaker() *breaker {
	b := &breaker{}
	b.reset()
	return b
}

func (b *breaker) reset() {
	b.inRow, b.next = 0, breakAfter
	b.tasks, b.failing = map[string]bool{}, map[string]bool{}
}

// broken stops a run when the machinery does not work: when /bin/true cannot be
// run either, or when sandboxes fail for one task after the other. What a single
// task asks for in vain, such as a compiler that is not there or memory that
// cannot be limited here, masks its own rollouts and stops nothing.
func (e *Engine) broken(next Scorer) Scorer {
	return func(ctx context.Context, job Job) Weighed {
		w := next(ctx, job)
		if w.Err != nil {
			return w
		}
		failure, worked := sandboxFailure(w.Steps)
		found := e.breaker.count(job.Task.ID, failure, worked)
		if found == nil {
			return w
		}
		found.Reason = w.Reward.Reason
		// Tasks that fail one after the other need no probe to be believed, but
		// whoever reads the message needs to know what came of it.
		if err := e.probe(ctx); err != nil {
			found.Probe = err.Error()
		}
		if ctx.Err() == nil && (found.Probe != "" || e.breaker.distinct() >= breakAfter) {
			w.Err = found
		}
		return w
	}
}

// sandboxFailure returns the failure of the sandbox or engine among the steps,
// and whether a sandbox carried out any of them just now.
func sandboxFailure(steps []Executed) (failure *steelyard.Infra, worked bool) {
	for i := range steps {
		o := &steps[i].Observation
		switch f := o.Outcome.Infra; {
		case f == nil:
			worked = worked || !o.Measure.Cached
		case f.Boundary == "sandbox" || f.Boundary == "engine":
			failure = f
		}
	}
	return failure, worked && failure == nil
}

// count takes note of a rollout and returns an error to be completed when it is
// time to ask whether anything works.
func (b *breaker) count(task string, failure *steelyard.Infra, worked bool) *BrokenError {
	b.mu.Lock()
	defer b.mu.Unlock()
	if worked {
		b.reset()
	}
	if failure == nil {
		return nil
	}
	b.inRow++
	b.tasks[task] = true
	if failure.Retry {
		b.failing[task] = true
	}
	if b.inRow < b.next {
		return nil
	}
	b.next = b.inRow + breakAfter
	return &BrokenError{InARow: b.inRow, Tasks: len(b.tasks)}
}

func (b *breaker) distinct() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.failing)
}

// probe runs a program that every host has, in the environment that every host
// has, and says why that was not possible.
func (e *Engine) probe(ctx context.Context) error {
	x := &steelyard.Exec{Procs: []steelyard.Proc{{
		Role: steelyard.ProcService, Argv: []string{"/bin/true"}, Limits: DefaultLimits(),
	}}}
	env, err := e.cfg.Env(ctx, &steelyard.Task{}, x)
	if err != nil {
		return err
	}
	done := e.execute(ctx, &Call{Name: "probe", Exec: x, Env: env, fresh: true, began: time.Now()})
	if f := done.Observation.Outcome.Infra; f != nil {
		return errors.New(f.Cause)
	}
	return nil
}
