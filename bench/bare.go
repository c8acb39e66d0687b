package main

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"sync"
)

// bareTrue is the floor everybody pays: os/exec of true with both streams read
// into buffers.
func bareTrue(ctx context.Context, _ int) error {
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, truePath)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	return cmd.Run()
}

// truePath is a real program, never a shell's own.
const truePath = "/usr/bin/true"

// job is one process of a bare run.
type job struct {
	argv  []string
	stdin string
	// want is the standard output that must come; empty means any.
	want string
}

// runBare runs the jobs as plain processes with some workers and fails when one
// of them does not exit with 0.
func runBare(ctx context.Context, workers int, jobs []job) (int, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	queue := make(chan job)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for j := range queue {
				if err := j.run(ctx); err != nil {
					cancel(err)
				}
			}
		})
	}
	for _, j := range jobs {
		queue <- j
	}
	close(queue)
	wg.Wait()
	return len(jobs), context.Cause(ctx)
}

func (j job) run(ctx context.Context) error {
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, j.argv[0], j.argv[1:]...)
	cmd.Stdin = bytes.NewReader([]byte(j.stdin))
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%v: %w: %.300s", j.argv, err, stderr.String())
	}
	if j.want != "" && stdout.String() != j.want {
		return fmt.Errorf("%v: printed %q, want %q", j.argv, stdout.String(), j.want)
	}
	return nil
}
