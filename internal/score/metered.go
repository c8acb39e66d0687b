package score

import (
	"context"
	"sync/atomic"

	"steelyard"
)

// Meter counts what an engine does. It may be read at any time.
type Meter struct {
	done, passed, failed, unstable, invalid, masked atomic.Int64
	recorded                                        atomic.Int64
	running, executed, reused, sampled, confirmed   atomic.Int64
	warmChecked, warmDiffered                       atomic.Int64
}

// Counts are a Meter's values at one moment.
type Counts struct {
	// Done is how many rollouts were weighed, by outcome; Masked are those that
	// our own machinery could not judge, Recorded those found in the ledger.
	Done, Passed, Failed, Unstable, Invalid, Masked, Recorded int
	// Running and Executed are steps in sandboxes; Reused were known already, of
	// which Sampled were executed all the same. Confirmed are time-outs tried
	// again alone.
	Running, Executed, Reused, Sampled, Confirmed int
	// WarmChecked are rollouts weighed once more by cold interpreters, WarmDiffered
	// those where that made a difference.
	WarmChecked, WarmDiffered int
}

// Counts returns the present values.
func (m *Meter) Counts() Counts {
	return Counts{
		Done: int(m.done.Load()), Passed: int(m.passed.Load()), Failed: int(m.failed.Load()),
		Unstable: int(m.unstable.Load()), Invalid: int(m.invalid.Load()), Masked: int(m.masked.Load()),
		Recorded: int(m.recorded.Load()), Running: int(m.running.Load()), Executed: int(m.executed.Load()),
		Reused: int(m.reused.Load()), Sampled: int(m.sampled.Load()), Confirmed: int(m.confirmed.Load()),
		WarmChecked: int(m.warmChecked.Load()), WarmDiffered: int(m.warmDiffered.Load()),
	}
}

// metered counts what comes out of the scorers below it.
func (e *Engine) metered(next Scorer) Scorer {
	return func(ctx context.Context, job Job) Weighed {
		w := next(ctx, job)
		if w.Err != nil {
			return w // not an answer: it will be asked again
		}
		e.meter.done.Add(1)
		if w.Recorded {
			e.meter.recorded.Add(1)
		}
		switch w.Reward.Outcome {
		case steelyard.Pass:
			e.meter.passed.Add(1)
		case steelyard.Fail:
			e.meter.failed.Add(1)
		case steelyard.Unstable:
			e.meter.unstable.Add(1)
		case steelyard.Invalid:
			e.meter.invalid.Add(1)
		case steelyard.NotJudged:
			e.meter.masked.Add(1)
		}
		return w
	}
}
