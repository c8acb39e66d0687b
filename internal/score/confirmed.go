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
// nothing beside it, and that run counts.
func (e *Engine) confirmed(next Executor) Executor {
	return func(ctx context.Context, c *Call) Executed {
		x := *c.Exec
		x.Procs = append([]steelyard.Proc(nil), x.Procs...)
		for i := range x.Procs {
			l := &x.Procs[i].Limits
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
		if ended(&done.Observation) && !c.Exec.Confirm && hadProcessor(&done.Observation) {
			return done
		}
		if ctx.Err() != nil {
			return done
		}
		wide.alone = true
		e.meter.confirmed.Add(1)
		again := next(ctx, &wide)
		again.Attempts = append(append(done.Attempts, done.Observation), again.Attempts...)
		if again.Observation.Outcome.Infra != nil {
			return again
		}
		if timedOut(c.Exec, &again.Observation) {
			expire(c.Exec, &again.Observation)
			again.Reusable = false
			return again
		}
		again.Reusable = reusable(c.Exec, &again.Observation)
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
	if ended(o) {
		return true
	}
	wall, cpu := bounds(x)
	return over(o.Measure.Wall, wall) || over(o.Measure.CPU, cpu)
}

// bounds returns the limits that the measures, which cover all processes of a
// step together, are held against: the widest of the processes'.
func bounds(x *steelyard.Exec) (wall, cpu steelyard.Duration) {
	for i := range x.Procs {
		wall = max(wall, x.Procs[i].Limits.Wall)
		cpu += x.Procs[i].Limits.CPU
	}
	return wall, cpu
}

// hadProcessor reports whether the program had the processor most of the time:
// then it was not load that kept it from finishing.
func hadProcessor(o *steelyard.Observation) bool {
	for i := range o.Outcome.Procs {
		if p := &o.Outcome.Procs[i]; p.End == steelyard.EndTimeout && p.Limit == "cpu" {
			return true
		}
	}
	return o.Measure.CPU >= o.Measure.Wall/5*4
}

// expire states what the limits of the step say of a program that ended within
// the grace.
func expire(x *steelyard.Exec, o *steelyard.Observation) {
	if ended(o) {
		return
	}
	limit := "wall"
	if wall, _ := bounds(x); !over(o.Measure.Wall, wall) {
		limit = "cpu"
	}
	for i := range o.Outcome.Procs {
		p := &o.Outcome.Procs[i]
		if p.Role == steelyard.ProcCandidate || len(o.Outcome.Procs) == 1 {
			p.End, p.Code, p.Signal, p.Limit = steelyard.EndTimeout, 0, 0, limit
		}
	}
}
