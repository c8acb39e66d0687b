package score

import (
	"context"

	"steelyard"
)

// grace is how far beyond its time limits a lone process may run before it is
// ended, as a fraction of the limit. A program that ends within it is near the
// limit, and load may be what carried it over; one that does not is far from it.
const grace = 4 // a quarter

// confirmed makes sure that a time-out is the program's doing and not the
// machine's. A process that used more than its limits allow, by a quarter at
// most, or that was ended without having had the processor, runs once more with
// nothing beside it and by its exact limits, and that run counts.
func (e *Engine) confirmed(next Executor) Executor {
	return func(ctx context.Context, c *Call) Executed {
		x := *c.Exec
		x.Procs = append([]steelyard.Proc(nil), x.Procs...)
		if lone(c.Exec) {
			l := &x.Procs[0].Limits
			l.Wall += l.Wall / grace
			l.CPU += l.CPU / grace
		}
		wide := *c
		wide.Exec = &x
		done := next(ctx, &wide)
		if !timedOut(c.Exec, &done.Observation) {
			done.Reusable = reusable(c.Exec, &done.Observation)
			return done
		}
		if ended(&done.Observation) && hadProcessor(c.Exec, &done.Observation) {
			return done
		}
		if ctx.Err() != nil {
			return done
		}
		e.meter.confirmed.Add(1)
		exact := *c
		exact.alone = true
		again := next(ctx, &exact)
		again.Attempts = append(append(done.Attempts, done.Observation), again.Attempts...)
		return again
	}
}

// ended reports whether a process was ended by a time limit.
func ended(o *steelyard.Observation) bool {
	for i := range o.Outcome.Procs {
		if o.Outcome.Procs[i].End == steelyard.EndTimeout {
			return true
		}
	}
	return false
}

// timedOut reports whether time ran out by the limits that the step states,
// which are narrower than those the sandbox had.
func timedOut(x *steelyard.Exec, o *steelyard.Observation) bool {
	if o.Outcome.Infra != nil {
		return false
	}
	if ended(o) || !lone(x) {
		return ended(o)
	}
	l := x.Procs[0].Limits
	return over(o.Measure.Wall, l.Wall) || over(o.Measure.CPU, l.CPU)
}

// lone reports whether a step has one process only, so that the step's measures
// are the process's. Of several, only the sandbox knows which used what.
func lone(x *steelyard.Exec) bool { return len(x.Procs) == 1 }

// hadProcessor reports whether the program had the processor most of the time:
// then it was not load that kept it from finishing. Where the grader asks for
// confirmation, only the processor time itself is proof enough.
func hadProcessor(x *steelyard.Exec, o *steelyard.Observation) bool {
	for i := range o.Outcome.Procs {
		if p := &o.Outcome.Procs[i]; p.End == steelyard.EndTimeout && p.Limit == "cpu" {
			return true
		}
	}
	return !x.Confirm && o.Measure.CPU >= o.Measure.Wall/5*4
}
