package sandbox_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"steelyard"
	"steelyard/internal/sandbox"
	"steelyard/internal/sandbox/mem"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func env(name string) *sandbox.Mounts {
	return &sandbox.Mounts{Digest: steelyard.DigestOf([]byte(name))}
}

func echo(_ context.Context, e *sandbox.Mounts, x *steelyard.Exec) steelyard.Observation {
	return steelyard.Observation{Outcome: steelyard.Outcome{Procs: []steelyard.ProcOutcome{{
		Role: x.Procs[0].Role, End: steelyard.EndExited, Stdout: steelyard.Text(e.Digest.Short()),
	}}}}
}

var anExec = &steelyard.Exec{Procs: []steelyard.Proc{{Role: steelyard.ProcCandidate, Argv: []string{"x"}}}}

func TestPoolReusesSandboxOfSameEnvironment(t *testing.T) {
	t.Parallel()
	b := mem.New(echo)
	p := sandbox.NewPool(b, sandbox.PoolConfig{Size: 2})
	for range 10 {
		l, err := p.Get(t.Context(), env("a"))
		if err != nil {
			t.Fatal(err)
		}
		if o := l.Do(t.Context(), anExec); o.Outcome.Infra != nil {
			t.Fatalf("infra: %+v", o.Outcome.Infra)
		}
		l.Put(t.Context())
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	c := b.Counts()
	if c.Opened != 1 || c.Closed != 1 || c.Resets != 10 || c.Runs != 10 {
		t.Errorf("counts %+v: want one sandbox, reset after each of 10 runs", c)
	}
}

func TestPoolEvictsEnvironmentUsedLongestAgo(t *testing.T) {
	t.Parallel()
	b := mem.New(echo)
	p := sandbox.NewPool(b, sandbox.PoolConfig{Size: 2})
	use := func(name string) {
		t.Helper()
		l, err := p.Get(t.Context(), env(name))
		if err != nil {
			t.Fatal(err)
		}
		got := l.Do(t.Context(), anExec).Outcome.Procs[0].Stdout.String()
		if want := env(name).Digest.Short(); got != want {
			t.Fatalf("got a sandbox of %s, want %s", got, want)
		}
		l.Put(t.Context())
	}
	use("a")
	use("b")
	use("a") // b is now the oldest
	use("c") // evicts b
	before := b.Counts().Opened
	use("a")
	if got := b.Counts().Opened; got != before {
		t.Errorf("a was evicted: %d opens, want %d", got, before)
	}
	use("b")
	if got := b.Counts().Opened; got != before+1 {
		t.Errorf("b was kept: %d opens, want %d", got, before+1)
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if c := b.Counts(); c.Opened != c.Closed {
		t.Errorf("opened %d, closed %d", c.Opened, c.Closed)
	}
}

func TestPoolReplacesSandboxWhoseResetFailed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := mem.New(echo)
		var fail atomic.Bool
		b.FailReset = func() error {
			if fail.Load() {
				return errors.New("a process is left")
			}
			return nil
		}
		p := sandbox.NewPool(b, sandbox.PoolConfig{Size: 1})
		l, err := p.Get(t.Context(), env("a"))
		if err != nil {
			t.Fatal(err)
		}
		fail.Store(true)
		l.Put(t.Context())
		fail.Store(false)
		synctest.Wait()
		if c := b.Counts(); c.Opened != 2 || c.Closed != 1 {
			t.Fatalf("counts %+v: want the failed sandbox closed and a replacement open", c)
		}
		l, err = p.Get(t.Context(), env("a"))
		if err != nil {
			t.Fatal(err)
		}
		l.Put(t.Context())
		if s := p.Stats(); s.Thrown != 1 || s.Reused != 1 {
			t.Errorf("stats %+v: want 1 thrown, and the replacement reused", s)
		}
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

func TestPoolGetFails(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := mem.New(echo)
		p := sandbox.NewPool(b, sandbox.PoolConfig{Size: 1})
		l, err := p.Get(t.Context(), env("a"))
		if err != nil {
			t.Fatal(err)
		}
		cause := errors.New("the user went home")
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Second, func() { cancel(cause) })
		if _, err := p.Get(ctx, env("b")); !errors.Is(err, cause) {
			t.Errorf("waiting Get: %v, want %v", err, cause)
		}
		done := make(chan error)
		go func() { _, err := p.Get(t.Context(), env("b")); done <- err }()
		synctest.Wait()
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
		if err := <-done; !errors.Is(err, sandbox.ErrPoolClosed) {
			t.Errorf("Get across Close: %v, want ErrPoolClosed", err)
		}
		if _, err := p.Get(t.Context(), env("a")); !errors.Is(err, sandbox.ErrPoolClosed) {
			t.Errorf("Get after Close: %v, want ErrPoolClosed", err)
		}
		l.Put(t.Context())
		if c := b.Counts(); c.Closed != c.Opened {
			t.Errorf("counts %+v: the lease returned after Close was not closed", c)
		}
	})
}

func TestPoolOpenFailureFreesItsPlace(t *testing.T) {
	t.Parallel()
	b := mem.New(echo)
	broken := errors.New("no namespaces")
	b.FailOpen = func(e *sandbox.Mounts) error {
		if e.Digest == env("bad").Digest {
			return broken
		}
		return nil
	}
	p := sandbox.NewPool(b, sandbox.PoolConfig{Size: 1})
	for range 3 {
		if _, err := p.Get(t.Context(), env("bad")); !errors.Is(err, broken) {
			t.Fatalf("got %v, want %v", err, broken)
		}
	}
	l, err := p.Get(t.Context(), env("good"))
	if err != nil {
		t.Fatal(err)
	}
	l.Put(t.Context())
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestPoolUnderContention checks the laws under a mixed load: never more than
// Size sandboxes, never the wrong environment, nobody waits for ever, all closed.
func TestPoolUnderContention(t *testing.T) {
	t.Parallel()
	const size = 3
	b := mem.New(echo)
	var n atomic.Int64
	b.FailReset = func() error {
		if n.Add(1)%17 == 0 {
			return errors.New("now and then")
		}
		return nil
	}
	p := sandbox.NewPool(b, sandbox.PoolConfig{Size: size})
	var wg sync.WaitGroup
	for g := range 16 {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(1, uint64(g)))
			for range 200 {
				name := fmt.Sprint("env", rng.IntN(5))
				ctx, cancel := context.WithCancel(t.Context())
				if rng.IntN(10) == 0 {
					cancel()
				}
				l, err := p.Get(ctx, env(name))
				cancel()
				if err != nil {
					if !errors.Is(err, context.Canceled) {
						t.Errorf("get: %v", err)
					}
					continue
				}
				o := l.Do(t.Context(), anExec)
				if o.Outcome.Infra != nil || o.Outcome.Procs[0].Stdout.String() != env(name).Digest.Short() {
					t.Errorf("wrong sandbox: %+v", o.Outcome)
				}
				if rng.IntN(30) == 0 {
					l.Drop()
				} else {
					l.Put(t.Context())
				}
			}
		})
	}
	wg.Wait()
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	c := b.Counts()
	if c.Peak > size {
		t.Errorf("%d executions at once in a pool of %d", c.Peak, size)
	}
	if c.Opened != c.Closed {
		t.Errorf("opened %d sandboxes, closed %d", c.Opened, c.Closed)
	}
}
