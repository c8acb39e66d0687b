package score

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"hash/fnv"
	"sync"

	"steelyard"
)

// recentMax and recentBytes bound the executions remembered in memory between
// their end and the moment the ledger can be asked for them.
const (
	recentMax   = 4096
	recentBytes = 16 << 20
)

// reuse answers a step with what is known of it: an identical step under way in
// this process, one that ended lately, or one in the ledger.
type reuse struct {
	e *Engine

	mu     sync.Mutex
	flying map[steelyard.Digest]*flight
	recent map[steelyard.Digest]Executed
	order  []steelyard.Digest
	bytes  int
}

// flight is a step under way. done is closed when result is set.
type flight struct {
	done   chan struct{}
	result Executed
}

func newReuse(e *Engine) *reuse {
	return &reuse{e: e, flying: map[steelyard.Digest]*flight{}, recent: map[steelyard.Digest]Executed{}}
}

// wrap returns an Executor that executes only what is not known. A sample of
// what is known is executed all the same, because reuse rests on the belief that
// the same step ends in the same way, and a belief has to be checked.
func (r *reuse) wrap(next Executor) Executor {
	if r.e.cfg.NoCache {
		return next
	}
	return func(ctx context.Context, c *Call) Executed {
		if c.fresh {
			return next(ctx, c)
		}
		for {
			known, wait, mine := r.take(c.Key)
			switch {
			case known != nil:
				if !r.usable(c, known) {
					r.drop(c.Key)
					continue
				}
				return r.hit(ctx, c, *known, next)
			case wait != nil:
				select {
				case <-wait.done:
				case <-ctx.Done():
					return interrupted(ctx, c)
				}
				if wait.result.Reusable && r.usable(c, &wait.result) {
					return r.hit(ctx, c, wait.result, next)
				}
				continue // not a fact about the program: find out ourselves
			}
			if found, ok := r.lookUp(ctx, c); ok {
				r.land(c.Key, mine, found)
				return r.hit(ctx, c, found, next)
			}
			done := next(ctx, c)
			r.land(c.Key, mine, done)
			return done
		}
	}
}

// take returns what is known of the key, or the flight to wait for, or a new
// flight that is the caller's to land.
func (r *reuse) take(key steelyard.Digest) (known *Executed, wait, mine *flight) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if done, ok := r.recent[key]; ok {
		return &done, nil, nil
	}
	if f, ok := r.flying[key]; ok {
		return nil, f, nil
	}
	f := &flight{done: make(chan struct{})}
	r.flying[key] = f
	return nil, nil, f
}

func (r *reuse) land(key steelyard.Digest, f *flight, done Executed) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.flying, key)
	f.result = done
	f.result.Attempts = nil
	close(f.done)
	if !done.Reusable {
		return
	}
	r.recent[key] = f.result
	r.order = append(r.order, key)
	r.bytes += weight(&done.Observation)
	for len(r.order) > recentMax || r.bytes > recentBytes && len(r.order) > 1 {
		r.forget(r.order[0])
		r.order = r.order[1:]
	}
}

func (r *reuse) forget(key steelyard.Digest) {
	if old, ok := r.recent[key]; ok {
		r.bytes -= weight(&old.Observation)
		delete(r.recent, key)
	}
}

// weight is about how many bytes an observation holds in memory.
func weight(o *steelyard.Observation) int {
	n := 512
	for i := range o.Outcome.Procs {
		p := &o.Outcome.Procs[i]
		n += len(p.Stdout.Inline) + len(p.Stderr.Inline) + len(p.Result.Inline)
		for _, b := range p.Files {
			n += len(b.Inline) + 64
		}
	}
	for _, b := range o.Outcome.Transcripts {
		n += len(b.Inline)
	}
	return n
}

// lookUp asks the ledger.
func (r *reuse) lookUp(ctx context.Context, c *Call) (Executed, bool) {
	if r.e.cfg.Ledger == nil {
		return Executed{}, false
	}
	x, ok, err := r.e.cfg.Ledger.Execution(ctx, c.Key)
	if err != nil {
		r.e.cfg.Logger.Warn("recorded execution unreadable; executing again", "key", c.Key.Short(), "err", err)
		return Executed{}, false
	}
	if !ok || !x.Reusable || x.Disputed {
		return Executed{}, false
	}
	done := Executed{Reusable: true, Recorded: x.ID}
	if err := json.Unmarshal(x.Observation, &done.Observation); err != nil {
		r.e.cfg.Logger.Warn("recorded execution unreadable; executing again", "key", c.Key.Short(), "err", err)
		return Executed{}, false
	}
	return done, r.usable(c, &done)
}

// usable reports whether what an execution left is still there, and who carried
// it out is still trusted.
func (r *reuse) usable(c *Call, done *Executed) bool {
	if done.Observation.Measure.Warm && c.profile != "" && r.e.warm.off(c.profile) {
		return false
	}
	l := done.Observation.Outcome.Layer
	return l == "" || r.e.cfg.HasLayer == nil || r.e.cfg.HasLayer(l)
}

// drop forgets an execution that ended lately.
func (r *reuse) drop(key steelyard.Digest) {
	r.mu.Lock()
	r.forget(key)
	r.mu.Unlock()
}

// hit returns a known execution, checked by a second one if it is in the sample.
func (r *reuse) hit(ctx context.Context, c *Call, known Executed, next Executor) Executed {
	r.e.meter.reused.Add(1)
	known.Observation.Measure.Cached = true
	known.Observation.Measure.Queue, known.Observation.Measure.Setup = 0, 0
	if !r.sampled(c) {
		return known
	}
	r.e.meter.sampled.Add(1)
	again := next(ctx, c)
	if !again.Reusable {
		return known // says nothing: it failed, or came near a limit this time
	}
	a, errA := known.digest()
	b, errB := again.Observation.Digest()
	if errA != nil || errB != nil || a == b {
		return known
	}
	r.drop(c.Key)
	known.Again = &again.Observation
	return known
}

// sampled decides by seed, step and rollout, so that the same command takes the
// same sample. A step with a layer is left out: layers are named by content, and
// compilers write time stamps.
func (r *reuse) sampled(c *Call) bool {
	if r.e.cfg.Sample <= 0 || c.Exec.Freeze {
		return false
	}
	h := fnv.New64a()
	var seed [8]byte
	binary.LittleEndian.PutUint64(seed[:], r.e.cfg.Seed)
	h.Write(seed[:])
	h.Write([]byte(c.Key))
	h.Write([]byte(c.Task))
	h.Write([]byte{0})
	h.Write([]byte(c.Rollout))
	return chance(h.Sum64()) < r.e.cfg.Sample
}

// chance turns a hash into a number in [0, 1).
func chance(hash uint64) float64 {
	const bits = 53
	return float64(mix(hash)>>(64-bits)) / (1 << bits)
}

// mix spreads the bits of a hash (the finaliser of SplitMix64).
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}
