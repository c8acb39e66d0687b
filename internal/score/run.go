package score

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"

	"steelyard"
)

const (
	// batchMax is how many jobs are looked up in the ledger at once.
	batchMax = 256
	// inFlightMin is how many jobs are under way at least: most of them wait for
	// a slot or for their record to become durable, which costs only memory.
	inFlightMin = 128
)

// errStopped is the cause with which a run's work ends when its consumer leaves.
var errStopped = errors.New("the consumer stopped")

// Run weighs the jobs and yields their rewards, in the order of the jobs if
// Config.Ordered, else as they come. What is yielded is durable. Memory is
// bounded however many jobs there are: jobs are read only as rewards are taken.
//
// The last thing it yields may be an error: the cause with which ctx ended, or
// why the engine could not go on. The rewards before it hold.
func (e *Engine) Run(ctx context.Context, jobs iter.Seq[Job]) iter.Seq2[steelyard.Reward, error] {
	return func(yield func(steelyard.Reward, error) bool) {
		ctx, cancel := context.WithCancelCause(ctx)
		r := &running{
			e: e, ctx: ctx, cancel: cancel,
			results: make(chan answer, batchMax),
			places:  make(chan struct{}, max(inFlightMin, 8*e.cfg.Jobs)),
		}
		r.wg.Go(func() { r.feed(jobs) })
		go func() {
			r.wg.Wait()
			close(r.results)
		}()
		defer func() {
			cancel(errStopped)
			for range r.results { // until the last goroutine has ended
			}
		}()
		next := r.emit
		if e.cfg.Ordered {
			next = r.emitOrdered
		}
		if next(yield) {
			if err := r.failure(); err != nil {
				yield(steelyard.Reward{}, err)
			}
		}
	}
}

type answer struct {
	seq    uint64
	reward steelyard.Reward
	ok     bool
}

// running is one Run under way.
type running struct {
	e       *Engine
	ctx     context.Context //nolint:containedctx // the run's own lifetime
	cancel  context.CancelCauseFunc
	wg      sync.WaitGroup
	results chan answer
	// places bounds the jobs between being read and being yielded.
	places chan struct{}

	mu  sync.Mutex
	err error
}

func (r *running) fail(err error) {
	r.mu.Lock()
	if r.err == nil {
		r.err = err
	}
	r.mu.Unlock()
	r.cancel(err)
}

// failure returns why the run ended early, or nil.
func (r *running) failure() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err != nil {
		return r.err
	}
	return context.Cause(r.ctx)
}

func (r *running) emit(yield func(steelyard.Reward, error) bool) bool {
	for a := range r.results {
		<-r.places
		if a.ok && !yield(a.reward, nil) {
			return false
		}
	}
	return true
}

// emitOrdered holds answers back until all before them were yielded; after a gap
// nothing is, so that the output stays a prefix.
func (r *running) emitOrdered(yield func(steelyard.Reward, error) bool) bool {
	held := map[uint64]answer{}
	var next uint64
	for a := range r.results {
		held[a.seq] = a
		for {
			a, ok := held[next]
			if !ok || !a.ok {
				break
			}
			delete(held, next)
			next++
			<-r.places
			if !yield(a.reward, nil) {
				return false
			}
		}
	}
	return true
}

// feed reads jobs, looks them up in batches, and starts what is not known.
func (r *running) feed(jobs iter.Seq[Job]) {
	in := make(chan Job, batchMax)
	r.wg.Go(func() {
		defer close(in)
		for j := range jobs {
			select {
			case in <- j:
			case <-r.ctx.Done():
				return
			}
		}
	})
	var seq uint64
	for {
		batch := make([]Job, 0, batchMax)
		j, ok := r.receive(in)
		if !ok {
			return
		}
		// Take what is there without waiting for more: a trickle of rollouts must
		// not wait for company.
		for ok && len(batch) < batchMax {
			batch = append(batch, j)
			if len(batch) == batchMax {
				break
			}
			if j, ok = r.poll(in); !ok {
				break
			}
		}
		if err := r.e.lookUp(r.ctx, batch); err != nil {
			if r.ctx.Err() == nil {
				r.fail(fmt.Errorf("ledger: %w", err))
			}
			return
		}
		for i := range batch {
			select {
			case r.places <- struct{}{}:
			case <-r.ctx.Done():
				return
			}
			j, n := batch[i], seq
			seq++
			r.wg.Go(func() { r.results <- r.answer(n, j) })
		}
	}
}

func (r *running) receive(in <-chan Job) (Job, bool) {
	select {
	case j, ok := <-in:
		return j, ok
	case <-r.ctx.Done():
		return Job{}, false
	}
}

func (r *running) poll(in <-chan Job) (Job, bool) {
	select {
	case j, ok := <-in:
		return j, ok
	default:
		return Job{}, false
	}
}

func (r *running) answer(seq uint64, j Job) answer {
	w := r.e.scorer(r.ctx, j)
	if w.Err != nil {
		if r.ctx.Err() == nil {
			r.fail(w.Err)
		}
		return answer{seq: seq}
	}
	return answer{seq, w.Reward, true}
}
