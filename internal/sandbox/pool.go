package sandbox

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"steelyard"
)

// ErrPoolClosed is returned by Get after Close.
var ErrPoolClosed = errors.New("sandbox pool is closed")

// resetTimeout bounds a Reset; a sandbox that needs longer is thrown away.
const resetTimeout = 10 * time.Second

// maxBypass is how often a waiter may be overtaken by later ones that want the
// environment of the sandbox that came free. Reuse is cheap and opening is not,
// but nobody may wait for ever.
const maxBypass = 32

// PoolConfig configures a Pool.
type PoolConfig struct {
	// Size bounds the sandboxes that exist at once, of all environments
	// together; at least 1.
	Size int
	// Logger hears about sandboxes that had to be thrown away; nil discards.
	Logger *slog.Logger
}

// Pool keeps opened sandboxes ready, by environment. A sandbox comes back into
// the pool only after a Reset that worked; one whose Reset failed is closed and
// replaced in the background. When the pool is full, the idle sandbox of the
// environment that was used longest ago makes room.
type Pool struct {
	backend Backend
	size    int
	log     *slog.Logger

	// ctx ends with Close and stops background work, which wg waits for.
	ctx    context.Context //nolint:containedctx // lifetime of the background refills
	cancel context.CancelCauseFunc
	wg     sync.WaitGroup

	mu     sync.Mutex
	closed bool
	// open counts sandboxes that exist or are being opened: at most size.
	open int
	// lru holds the idle sandboxes, most recently used first.
	lru     *list.List
	waiters *list.List
	stats   PoolStats
}

// PoolStats counts what a pool did.
type PoolStats struct {
	// Opened and Thrown are sandboxes opened, and closed because of a failed
	// reset; Evicted were closed to make room for another environment.
	Opened, Thrown, Evicted int
	// Reused counts Gets that found an open sandbox.
	Reused int
}

type pooled struct {
	box Sandbox
	env *Mounts
}

// grant is what a waiter receives: an open sandbox of its environment, one of
// another environment to close and replace, or the bare permission to open one.
// It is sent while the pool's lock is held, so that a waiter that gives up
// either is still in the queue or has the grant in its channel.
type grant struct{ slot *pooled }

type waiter struct {
	env      steelyard.Digest
	ch       chan grant
	bypassed int
}

// NewPool returns an empty pool over backend. Close it after the last Lease
// has been returned.
func NewPool(backend Backend, cfg PoolConfig) *Pool {
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	return &Pool{
		backend: backend, size: max(cfg.Size, 1), log: cfg.Logger,
		ctx: ctx, cancel: cancel, lru: list.New(), waiters: list.New(),
	}
}

// Lease is a sandbox taken from the pool. Exactly one goroutine owns it.
type Lease struct {
	pool *Pool
	slot *pooled
}

// Do executes x in the leased sandbox.
func (l *Lease) Do(ctx context.Context, x *steelyard.Exec) steelyard.Observation {
	return l.slot.box.Do(ctx, x)
}

// Get returns a sandbox that shows env, waiting until there is one.
func (p *Pool) Get(ctx context.Context, env *Mounts) (*Lease, error) {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return nil, ErrPoolClosed
	}
	if s := p.takeIdle(env.Digest); s != nil {
		p.stats.Reused++
		p.mu.Unlock()
		return &Lease{p, s}, nil
	}
	if p.open < p.size {
		p.open++
		p.mu.Unlock()
		return p.openFor(ctx, env)
	}
	if s := p.takeOldest(); s != nil {
		p.stats.Evicted++
		p.mu.Unlock()
		p.discard(s, "make room for another environment")
		return p.openFor(ctx, env)
	}
	w := &waiter{env: env.Digest, ch: make(chan grant, 1)}
	el := p.waiters.PushBack(w)
	p.mu.Unlock()
	select {
	case g, ok := <-w.ch:
		switch {
		case !ok:
			return nil, ErrPoolClosed
		case g.slot == nil:
			return p.openFor(ctx, env)
		case g.slot.env.Digest == env.Digest:
			return &Lease{p, g.slot}, nil
		}
		p.discard(g.slot, "make room for another environment")
		return p.openFor(ctx, env)
	case <-ctx.Done():
		p.abandon(el, w)
		return nil, context.Cause(ctx)
	}
}

// abandon takes a waiter out of the queue and passes on what it was granted in
// the meantime.
func (p *Pool) abandon(el *list.Element, w *waiter) {
	p.mu.Lock()
	p.waiters.Remove(el)
	p.mu.Unlock()
	select {
	case g, ok := <-w.ch:
		switch {
		case !ok:
		case g.slot != nil:
			p.release(g.slot)
		default:
			p.free()
		}
	default:
	}
}

// openFor opens a sandbox on a permit that is already counted.
func (p *Pool) openFor(ctx context.Context, env *Mounts) (*Lease, error) {
	box, err := p.backend.Open(ctx, env)
	if err != nil {
		p.free()
		return nil, fmt.Errorf("open sandbox for environment %s: %w", env.Digest.Short(), err)
	}
	p.mu.Lock()
	p.stats.Opened++
	p.mu.Unlock()
	return &Lease{p, &pooled{box, env}}, nil
}

// Put gives the sandbox back after a verified reset. The lease must not be used
// afterwards.
func (l *Lease) Put(ctx context.Context) {
	p, s := l.pool, l.slot
	l.slot = nil
	// The caller's interruption must not cost us a good sandbox.
	rctx, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), resetTimeout, errors.New("reset took too long"))
	err := s.box.Reset(rctx)
	cancel()
	if err == nil {
		p.release(s)
		return
	}
	p.log.Warn("sandbox thrown away: reset failed", "env", s.env.Digest.Short(), "err", err)
	p.drop(s)
}

// Drop closes a sandbox that its user no longer trusts, and has it replaced.
func (l *Lease) Drop() {
	p, s := l.pool, l.slot
	l.slot = nil
	p.drop(s)
}

func (p *Pool) drop(s *pooled) {
	p.mu.Lock()
	p.stats.Thrown++
	p.mu.Unlock()
	p.discard(s, "untrusted")
	p.refill(s.env)
}

func (p *Pool) discard(s *pooled, why string) {
	if err := s.box.Close(); err != nil {
		p.log.Warn("sandbox close failed", "env", s.env.Digest.Short(), "why", why, "err", err)
	}
}

// release hands a clean sandbox to a waiter or keeps it.
func (p *Pool) release(s *pooled) {
	p.mu.Lock()
	if p.closed {
		p.open--
		p.mu.Unlock()
		p.discard(s, "pool closed")
		return
	}
	w := p.nextWaiter(s.env.Digest)
	switch {
	case w == nil:
		p.lru.PushFront(s)
	case w.env == s.env.Digest:
		p.stats.Reused++
		w.ch <- grant{slot: s}
	default:
		p.stats.Evicted++
		w.ch <- grant{slot: s}
	}
	p.mu.Unlock()
}

// nextWaiter removes and returns the waiter to serve with a sandbox of env: the
// first that wants env, unless the head of the queue has been overtaken enough.
func (p *Pool) nextWaiter(env steelyard.Digest) *waiter {
	head := p.waiters.Front()
	if head == nil {
		return nil
	}
	first := head.Value.(*waiter)
	if first.bypassed < maxBypass {
		for el := head; el != nil; el = el.Next() {
			w := el.Value.(*waiter)
			if w.env == env {
				if el != head {
					first.bypassed++
				}
				p.waiters.Remove(el)
				return w
			}
		}
	}
	p.waiters.Remove(head)
	return first
}

// free gives back a permit without a sandbox.
func (p *Pool) free() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if head := p.waiters.Front(); head != nil && !p.closed {
		p.waiters.Remove(head)
		head.Value.(*waiter).ch <- grant{}
		return
	}
	p.open--
}

// refill uses the permit of a sandbox that was thrown away: for a waiter, or to
// open a replacement in the background.
func (p *Pool) refill(env *Mounts) {
	p.mu.Lock()
	if p.closed || p.waiters.Len() > 0 {
		p.mu.Unlock()
		p.free()
		return
	}
	p.wg.Add(1)
	p.mu.Unlock()
	go func() {
		defer p.wg.Done()
		l, err := p.openFor(p.ctx, env)
		if err != nil {
			p.log.Warn("sandbox replacement failed", "env", env.Digest.Short(), "err", err)
			return
		}
		p.release(l.slot)
	}()
}

func (p *Pool) takeIdle(env steelyard.Digest) *pooled {
	for el := p.lru.Front(); el != nil; el = el.Next() {
		if s := el.Value.(*pooled); s.env.Digest == env {
			p.lru.Remove(el)
			return s
		}
	}
	return nil
}

func (p *Pool) takeOldest() *pooled {
	el := p.lru.Back()
	if el == nil {
		return nil
	}
	return p.lru.Remove(el).(*pooled)
}

// Stats returns the counts so far.
func (p *Pool) Stats() PoolStats {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stats
}

// Close closes the idle sandboxes, fails the waiters and waits for background
// work. Sandboxes still leased are closed when they are put back.
func (p *Pool) Close() error {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return nil
	}
	p.closed = true
	p.cancel(ErrPoolClosed)
	for el := p.waiters.Front(); el != nil; el = el.Next() {
		close(el.Value.(*waiter).ch)
	}
	p.waiters.Init()
	var idle []*pooled
	for el := p.lru.Front(); el != nil; el = el.Next() {
		idle = append(idle, el.Value.(*pooled))
	}
	p.lru.Init()
	p.open -= len(idle)
	p.mu.Unlock()
	var errs []error
	for _, s := range idle {
		errs = append(errs, s.box.Close())
	}
	p.wg.Wait()
	return errors.Join(errs...)
}
