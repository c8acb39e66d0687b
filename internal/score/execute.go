package score

import (
	"context"
	"errors"
	"slices"
	"time"

	"steelyard"
	"steelyard/internal/tree"
)

// Call is one step, complete: nothing about it is left to be decided.
type Call struct {
	Name string
	Exec *steelyard.Exec
	Env  *tree.Env
	// EnvDigest is the part of the environment that the step depends on, and Key
	// the step's name for reuse.
	EnvDigest steelyard.Digest
	Key       steelyard.Digest
	// Task and Rollout say for whom.
	Task, Rollout string
	// alone asks that nothing else runs meanwhile.
	alone bool
	// fresh asks for an execution whatever is known.
	fresh bool
	// profile names the warm interpreters that the step may be carried out by.
	profile string
	began   time.Time
}

// Executed is what came of a Call.
type Executed struct {
	Observation steelyard.Observation
	Key         steelyard.Digest
	EnvDigest   steelyard.Digest
	// Reusable: the same step need not be executed again.
	Reusable bool
	// Recorded is the ledger's id of an earlier execution that was taken.
	Recorded int64
	// Attempts are earlier executions that do not count, such as failures of our
	// own machinery and time-outs that were not confirmed.
	Attempts []steelyard.Observation
	// Again is a second execution of a step that was reused, made to check the
	// reuse.
	Again *steelyard.Observation
	// fault: the step cannot be carried out, and its task is to blame.
	fault error
	// profile is the Call's.
	profile string
	// sum is the observation's digest once it was asked for.
	sum steelyard.Digest
}

// digest returns the digest of the observation, which is computed once.
func (x *Executed) digest() (steelyard.Digest, error) {
	if x.sum == "" {
		d, err := x.Observation.Digest()
		if err != nil {
			return "", err
		}
		x.sum = d
	}
	return x.sum, nil
}

// Executor carries out one step. What went wrong is in the observation.
type Executor func(ctx context.Context, c *Call) Executed

// sandboxed is the innermost Executor: wait for a slot, take a sandbox, run.
func (e *Engine) sandboxed(ctx context.Context, c *Call) Executed {
	weight := int64(1)
	if c.alone {
		weight = int64(e.cfg.Jobs)
	}
	if err := e.slots.Acquire(ctx, weight); err != nil {
		return interrupted(ctx, c)
	}
	defer e.slots.Release(weight)
	queued := time.Since(c.began)
	lease, err := e.cfg.Pool.Get(ctx, c.Env.Mounts)
	if err != nil {
		if ctx.Err() != nil {
			return interrupted(ctx, c)
		}
		return Executed{Observation: steelyard.InfraObservation(c.Name, "sandbox", err.Error(), true)}
	}
	opened := time.Since(c.began)
	e.meter.running.Add(1)
	o := lease.Do(ctx, c.Exec)
	e.meter.running.Add(-1)
	e.meter.executed.Add(1)
	if f := o.Outcome.Infra; f != nil && ctx.Err() == nil {
		// The next attempt gets another sandbox.
		lease.Drop()
	} else {
		lease.Put(ctx)
	}
	clipFlood(&o)
	o.Step = c.Name
	o.Measure.Queue += steelyard.Duration(queued)
	o.Measure.Setup += steelyard.Duration(opened - queued)
	return Executed{Observation: o, Reusable: reusable(c.Exec, &o)}
}

// floodKept is how much is kept of a stream that went over its limit: enough to
// see what it was. The verdict is settled by then, and a million floods of
// megabytes each would fill the disk of whoever weighs them.
const floodKept = 64 << 10

// clipFlood shortens the streams that were cut for going over the output limit.
func clipFlood(o *steelyard.Observation) {
	for i := range o.Outcome.Procs {
		p := &o.Outcome.Procs[i]
		if p.End != steelyard.EndOutputLimit {
			continue
		}
		for _, name := range p.Truncated {
			for stream, b := range map[string]*steelyard.Blob{"stdout": &p.Stdout, "stderr": &p.Stderr, "result": &p.Result} {
				if stream == name && len(b.Inline) > floodKept {
					*b = steelyard.Bytes(slices.Clone(b.Inline[:floodKept]))
				}
			}
		}
	}
}

func interrupted(ctx context.Context, c *Call) Executed {
	cause := context.Cause(ctx)
	if cause == nil {
		cause = errors.New("interrupted")
	}
	return Executed{Observation: steelyard.InfraObservation(c.Name, "engine", "interrupted: "+cause.Error(), false)}
}

// reusable says whether an observation is a fact about the program rather than
// about the moment: no failure of ours, no out-of-memory, no time-out or process
// limit that load could have caused, and no more than half of a time limit used.
func reusable(x *steelyard.Exec, o *steelyard.Observation) bool {
	if o.Outcome.Infra != nil {
		return false
	}
	for i := range o.Outcome.Procs {
		p := &o.Outcome.Procs[i]
		switch p.End {
		case steelyard.EndInfra, steelyard.EndOOM, steelyard.EndTimeout, "":
			return false
		case steelyard.EndExited, steelyard.EndSignalled, steelyard.EndOutputLimit, steelyard.EndDenied, steelyard.EndNoStart, steelyard.EndNotRun:
		}
		if p.PidsHit {
			return false
		}
	}
	for i := range x.Procs {
		l := x.Procs[i].Limits
		if over(o.Measure.Wall, l.Wall/2) || over(o.Measure.CPU, l.CPU/2) {
			return false
		}
	}
	return true
}

func over(d, limit steelyard.Duration) bool { return limit > 0 && d > limit }
