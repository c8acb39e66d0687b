package main

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"
)

// A subject is one way of doing one thing; op does it once. Ops of different
// workers run at the same time, so each worker has its own slot of whatever is
// pooled.
type subject struct {
	name string
	op   func(ctx context.Context, worker int) error
}

// block is how many operations of one subject follow each other before the next
// subject's turn: enough for both to run warm, few enough that a change of the
// machine's load falls on all of them.
const block = 10

// latency runs n operations of every subject, in alternating blocks and one at
// a time, and returns each subject's sorted durations.
func latency(ctx context.Context, n int, subjects ...subject) ([][]time.Duration, error) {
	out := make([][]time.Duration, len(subjects))
	for _, s := range subjects {
		for range block {
			if err := s.op(ctx, 0); err != nil {
				return nil, fmt.Errorf("%s: %w", s.name, err)
			}
		}
	}
	for done := 0; done < n; done += block {
		for k := range subjects {
			// The order turns, so that nobody always follows the same neighbour.
			i := (k + done/block) % len(subjects)
			for range block {
				start := time.Now()
				if err := subjects[i].op(ctx, 0); err != nil {
					return nil, fmt.Errorf("%s: %w", subjects[i].name, err)
				}
				out[i] = append(out[i], time.Since(start))
			}
		}
	}
	for i := range out {
		slices.Sort(out[i])
	}
	return out, nil
}

// rate is what a subject did in its windows: medians over the windows.
type rate struct {
	PerSecond float64
	// CPU is the time per operation of this process and everything below it, in
	// milliseconds.
	CPU float64
}

// throughput lets every subject work in turn for one window at a time, with the
// given number of workers in a closed loop, for some rounds.
func throughput(ctx context.Context, workers, rounds int, window time.Duration, subjects ...subject) ([]rate, error) {
	perSecond, cpu := make([][]float64, len(subjects)), make([][]float64, len(subjects))
	for round := range rounds {
		for k := range subjects {
			i := (k + round) % len(subjects)
			before, err := treeCPU()
			if err != nil {
				return nil, err
			}
			n, took, err := closedLoop(ctx, workers, window, subjects[i])
			if err != nil {
				return nil, fmt.Errorf("%s: %w", subjects[i].name, err)
			}
			after, err := treeCPU()
			if err != nil {
				return nil, err
			}
			perSecond[i] = append(perSecond[i], float64(n)/took.Seconds())
			cpu[i] = append(cpu[i], ms(after-before)/float64(n))
		}
	}
	out := make([]rate, len(subjects))
	for i := range out {
		out[i] = rate{PerSecond: median(perSecond[i]), CPU: median(cpu[i])}
	}
	return out, nil
}

func closedLoop(ctx context.Context, workers int, window time.Duration, s subject) (int, time.Duration, error) {
	var (
		wg     sync.WaitGroup
		counts = make([]int, workers)
		errs   = make([]error, workers)
		start  = time.Now()
	)
	for w := range workers {
		wg.Go(func() {
			for time.Since(start) < window && errs[w] == nil {
				errs[w] = s.op(ctx, w)
				counts[w]++
			}
		})
	}
	wg.Wait()
	took := time.Since(start)
	n := 0
	for w := range workers {
		if errs[w] != nil {
			return 0, 0, errs[w]
		}
		n += counts[w]
	}
	return n, took, nil
}

// A batch is a whole run over many candidates: it returns how many it did.
type batch struct {
	name string
	run  func(ctx context.Context) (int, error)
}

// batches runs every batch in turn for some rounds and returns each one's
// median rate per second, with its start and end included.
func batches(ctx context.Context, rounds int, bs ...batch) ([]float64, error) {
	rates := make([][]float64, len(bs))
	for round := range rounds {
		for k := range bs {
			i := (k + round) % len(bs)
			start := time.Now()
			n, err := bs[i].run(ctx)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", bs[i].name, err)
			}
			rates[i] = append(rates[i], float64(n)/time.Since(start).Seconds())
		}
	}
	out := make([]float64, len(bs))
	for i := range out {
		out[i] = median(rates[i])
	}
	return out, nil
}

func median(xs []float64) float64 {
	s := slices.Sorted(slices.Values(xs))
	if len(s) == 0 {
		return 0
	}
	if len(s)%2 == 1 {
		return s[len(s)/2]
	}
	return (s[len(s)/2-1] + s[len(s)/2]) / 2
}

// quantile returns the q-quantile of sorted durations, in milliseconds.
func quantile(sorted []time.Duration, q float64) float64 {
	return ms(sorted[min(int(q*float64(len(sorted))), len(sorted)-1)])
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
