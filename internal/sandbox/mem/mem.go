// Package mem is a sandbox backend for tests: every Exec is answered by a Go
// function of its user. Its entry point is New. It starts no process and
// isolates nothing, so it must never see code that somebody else wrote.
package mem

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"steelyard"
	"steelyard/internal/sandbox"
)

// DoFunc answers one execution. It may block until ctx ends.
type DoFunc func(ctx context.Context, env *sandbox.Mounts, x *steelyard.Exec) steelyard.Observation

// Backend answers from a function and counts what happens to its sandboxes.
// Its fields may be set before the first use only.
type Backend struct {
	// Answer is called by every Do.
	Answer DoFunc
	// FailOpen and FailReset, when set, are asked before an Open and a Reset
	// and make it fail with what they return.
	FailOpen  func(env *sandbox.Mounts) error
	FailReset func() error
	// Unready is what Ready returns.
	Unready error

	opened, closed, resets, runs, busy, peak atomic.Int64
}

// New returns a backend whose sandboxes answer with do.
func New(do DoFunc) *Backend { return &Backend{Answer: do} }

// Counts is what has happened to a backend's sandboxes so far.
type Counts struct {
	Opened, Closed, Resets, Runs int
	// Peak is the largest number of executions that ran at once.
	Peak int
}

// Counts returns the counts so far.
func (b *Backend) Counts() Counts {
	return Counts{
		Opened: int(b.opened.Load()), Closed: int(b.closed.Load()), Resets: int(b.resets.Load()),
		Runs: int(b.runs.Load()), Peak: int(b.peak.Load()),
	}
}

// Ready returns Unready.
func (b *Backend) Ready(context.Context) error { return b.Unready }

// Tier returns "mem".
func (b *Backend) Tier() string { return "mem" }

// Open returns a sandbox that answers with the backend's function.
func (b *Backend) Open(ctx context.Context, env *sandbox.Mounts) (sandbox.Sandbox, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	if b.FailOpen != nil {
		if err := b.FailOpen(env); err != nil {
			return nil, err
		}
	}
	b.opened.Add(1)
	return &box{b: b, env: env}, nil
}

type box struct {
	b   *Backend
	env *sandbox.Mounts

	mu     sync.Mutex
	closed bool
}

func (s *box) Do(ctx context.Context, x *steelyard.Exec) steelyard.Observation {
	if !s.mu.TryLock() {
		return steelyard.InfraObservation("", "sandbox", "mem: two executions at once in one sandbox", false)
	}
	defer s.mu.Unlock()
	if s.closed {
		return steelyard.InfraObservation("", "sandbox", "mem: execution in a closed sandbox", false)
	}
	n := s.b.busy.Add(1)
	defer s.b.busy.Add(-1)
	for {
		p := s.b.peak.Load()
		if n <= p || s.b.peak.CompareAndSwap(p, n) {
			break
		}
	}
	s.b.runs.Add(1)
	o := s.b.Answer(ctx, s.env, x)
	if err := context.Cause(ctx); err != nil {
		return steelyard.InfraObservation(o.Step, "sandbox", "interrupted: "+err.Error(), true)
	}
	if o.Measure.Tier == "" {
		o.Measure.Tier = "mem"
	}
	return o
}

func (s *box) Reset(context.Context) error {
	s.b.resets.Add(1)
	if s.b.FailReset != nil {
		return s.b.FailReset()
	}
	return nil
}

func (s *box) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return errors.New("mem: sandbox closed twice")
	}
	s.closed = true
	s.b.closed.Add(1)
	return nil
}
