package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// scoreRun is one `steelyard score` over a file of rollouts.
type scoreRun struct {
	from, tasks, rollouts string
	python                string
	workers               int
	// state keeps executions between runs; empty means a shared folder and
	// --no-cache, so that every rollout is executed.
	state string
	// watch is called with the process while it runs.
	watch func(pid int)
}

// scoreTimeout ends a run that makes no progress.
const scoreTimeout = 10 * time.Minute

// scored is what the summary of a run said.
type scored struct {
	Scored int `json:"scored"`
	Passed int `json:"passed"`
	Took   time.Duration
}

func (b *bench) score(ctx context.Context, r scoreRun) (scored, error) {
	args := []string{"score", "--tasks", r.tasks, "--rollouts", r.rollouts, "-j", strconv.Itoa(r.workers), "--format", "jsonl", "-q"}
	if r.from != "" {
		args = append(args, "--from", r.from)
	}
	if r.python != "" {
		args = append(args, "--python", r.python)
	}
	state := r.state
	if state == "" {
		// What the engine learns about the tool chains at its first start stays.
		state = filepath.Join(b.scratch, "state-shared")
		args = append(args, "--no-cache")
	}
	out := filepath.Join(b.scratch, "out.jsonl")
	args = append(args, "--state", state, "--out", out)

	// A run that hangs is asked where it stands before it is ended.
	ctx, cancel := context.WithTimeoutCause(ctx, scoreTimeout, fmt.Errorf("steelyard score took over %v", scoreTimeout))
	defer cancel()
	var stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, b.steelyard, args...)
	cmd.Stderr = &stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGQUIT) }
	cmd.WaitDelay = 10 * time.Second
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return scored{}, err
	}
	if r.watch != nil {
		go r.watch(cmd.Process.Pid)
	}
	if err := cmd.Wait(); err != nil {
		kept := filepath.Join(b.cache, "failed-run.txt")
		if werr := os.WriteFile(kept, stderr.Bytes(), 0o644); werr != nil {
			return scored{}, werr
		}
		return scored{}, fmt.Errorf("steelyard score: %w: %.600s (all of it in %s)", errors.Join(err, context.Cause(ctx)), stderr.String(),
			kept)
	}
	took := time.Since(start)
	s, err := lastSummary(out)
	s.Took = took
	if err == nil && s.Passed != s.Scored {
		err = fmt.Errorf("steelyard score: %d of %d reference solutions passed", s.Passed, s.Scored)
	}
	return s, err
}

// lastSummary reads the record that ends a complete stream.
func lastSummary(path string) (scored, error) {
	f, err := os.Open(path)
	if err != nil {
		return scored{}, err
	}
	defer func() { _ = f.Close() }()
	const tail = 64 << 10
	if info, err := f.Stat(); err == nil && info.Size() > tail {
		if _, err := f.Seek(-tail, 2); err != nil {
			return scored{}, err
		}
	}
	var last []byte
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		last = append(last[:0], lines.Bytes()...)
	}
	var record struct {
		Type string `json:"type"`
		scored
	}
	if err := json.Unmarshal(last, &record); err != nil || record.Type != "summary" {
		return scored{}, fmt.Errorf("%s does not end with a summary: %.200s", path, last)
	}
	return record.scored, lines.Err()
}

// batch makes a run a batch that counts its rollouts.
func (b *bench) batch(name string, r scoreRun) batch {
	return batch{name, func(ctx context.Context) (int, error) {
		s, err := b.score(ctx, r)
		return s.Scored, err
	}}
}

// writeLines writes one JSON value a line.
func writeLines[T any](path string, values func(yield func(T) bool)) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for v := range values {
		if err := enc.Encode(v); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}
