package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// sources writes n unique files of a program and returns their paths.
func (b *bench) sources(name, source string, n int) ([]string, error) {
	dir := filepath.Join(b.scratch, name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	paths := make([]string, n)
	for i := range paths {
		paths[i] = filepath.Join(dir, fmt.Sprintf("%d.py", i))
		if err := os.WriteFile(paths[i], fmt.Appendf(nil, "%s\n# candidate %d\n", source, i), 0o644); err != nil {
			return nil, err
		}
	}
	return paths, nil
}

// rowsRecorded weighs many rollouts whose executions are known: first as new
// rollouts (their rewards are computed and written), then the same command
// again (everything is recorded and read).
func rowsRecorded(ctx context.Context, b *bench) ([]row, error) {
	_, file, problems, err := b.humanEval(ctx)
	if err != nil {
		return nil, err
	}
	each := max(b.recorded/len(problems), 1)
	known, all := filepath.Join(b.scratch, "known.jsonl"), filepath.Join(b.scratch, "recorded.jsonl")
	// The same completion again and again: new rollouts, known executions.
	repeated := func(each int) func(yield func(sample) bool) {
		return func(yield func(sample) bool) {
			for range each {
				for i := range problems {
					if !yield(sample{problems[i].TaskID, problems[i].Canonical}) {
						return
					}
				}
			}
		}
	}
	if err := errors.Join(writeLines(known, repeated(1)), writeLines(all, repeated(each))); err != nil {
		return nil, err
	}
	run := scoreRun{from: "humaneval", tasks: file, rollouts: known, python: b.python, workers: workers, state: filepath.Join(b.scratch, "state")}
	if _, err := b.score(ctx, run); err != nil {
		return nil, fmt.Errorf("record the executions: %w", err)
	}
	run.rollouts = all
	memory := newMemoryWatch()
	run.watch = memory.watch
	written, err := b.score(ctx, run)
	if err != nil {
		return nil, fmt.Errorf("write: %w", err)
	}
	peak, flat := memory.result()
	memory = newMemoryWatch()
	run.watch = memory.watch
	read, err := b.score(ctx, run)
	if err != nil {
		return nil, fmt.Errorf("read: %w", err)
	}
	readPeak, _ := memory.result()

	n := float64(written.Scored)
	how := fmt.Sprintf("%d rollouts of 164 HumanEval reference solutions, 2 workers, the sampled share executed again included", written.Scored)
	return []row{
		{Name: "recorded rollouts, written", Unit: "rollouts/s", Ours: n / written.Took.Seconds(), Budget: ">= 15000", How: how + "; new rollouts of known executions"},
		{Name: "recorded rollouts, read", Unit: "rollouts/s", Ours: n / read.Took.Seconds(), Budget: ">= 20000", How: how + "; the same command again"},
		{
			Name: "streaming recorded rollouts, peak memory of the engine", Unit: "MB", Ours: max(peak, readPeak), Budget: "<= 300", How: how + "; resident set of the process, sampled every 50 ms",
			Others: []number{{"last quarter over second quarter of the run", flat, "ratio of medians"}},
		},
	}, nil
}

// memoryWatch samples the resident set of one process.
type memoryWatch struct {
	samples chan []float64
}

func newMemoryWatch() *memoryWatch { return &memoryWatch{samples: make(chan []float64, 1)} }

func (m *memoryWatch) watch(pid int) {
	var got []float64
	for {
		data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/statm")
		fields := strings.Fields(string(data))
		if err != nil || len(fields) < 2 {
			break // it has ended
		}
		pages, err := strconv.ParseFloat(fields[1], 64)
		if err != nil || pages == 0 {
			break
		}
		got = append(got, pages*float64(os.Getpagesize())/1e6)
		time.Sleep(50 * time.Millisecond)
	}
	m.samples <- got
}

// result returns the peak in MB, and how the last quarter compares with the
// second: about 1 where memory is flat.
func (m *memoryWatch) result() (peak, flat float64) {
	got := <-m.samples
	if len(got) < 4 {
		return 0, 0
	}
	quarter := len(got) / 4
	return slices.Max(got), median(got[3*quarter:]) / median(got[quarter:2*quarter])
}
