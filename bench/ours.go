package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"steelyard"
	"steelyard/internal/format"
	"steelyard/internal/grade/function"
	"steelyard/internal/sandbox"
	"steelyard/internal/sandbox/ns"
	"steelyard/internal/tree"
)

// ours is our library used as the engine uses it: one slot a worker, a run, and
// a verified reset.
type ours struct {
	boxes   []sandbox.Sandbox
	plain   *steelyard.Exec
	limited *steelyard.Exec
	state   string
}

func newOurs(ctx context.Context, b *bench, workers int) (*ours, error) {
	o := &ours{}
	var err error
	// Below the system's temporary folder: slots need to read it without privilege.
	if o.state, err = os.MkdirTemp("", "steelyard-bench-"); err != nil {
		return nil, err
	}
	if err := os.Chmod(o.state, 0o755); err != nil {
		return nil, err
	}
	host, err := tree.New(ctx, tree.Config{Path: os.Getenv("PATH"), Home: os.Getenv("HOME"), Python: b.python, StateDir: o.state})
	if err != nil {
		return nil, err
	}
	env, err := host.Env(ctx, "")
	if err != nil {
		return nil, err
	}
	backend, err := ns.New(ns.Config{StateDir: o.state, Slots: workers})
	if err != nil {
		return nil, err
	}
	for range workers {
		box, err := backend.Open(ctx, env.Mounts)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("open slot: %w", err), o.close())
		}
		o.boxes = append(o.boxes, box)
	}
	limits := steelyard.Limits{
		Wall: steelyard.Duration(10 * time.Second), CPU: steelyard.Duration(10 * time.Second),
		Output: steelyard.MiB, Disk: 128 * steelyard.MiB, OpenFiles: 256,
	}
	o.plain = &steelyard.Exec{Procs: []steelyard.Proc{{Role: steelyard.ProcCandidate, Argv: []string{truePath}, Limits: limits}}}
	limits.Memory, limits.Pids = 256*steelyard.MiB, 64
	o.limited = &steelyard.Exec{Procs: []steelyard.Proc{{Role: steelyard.ProcCandidate, Argv: []string{truePath}, Limits: limits}}}
	return o, nil
}

func (o *ours) close() error {
	var errs []error
	for _, box := range o.boxes {
		errs = append(errs, box.Close())
	}
	return errors.Join(append(errs, os.RemoveAll(o.state))...)
}

func (o *ours) op(ctx context.Context, worker int) error { return o.run(ctx, worker, o.plain) }

func (o *ours) limitedOp(ctx context.Context, worker int) error { return o.run(ctx, worker, o.limited) }

func (o *ours) run(ctx context.Context, worker int, x *steelyard.Exec) error {
	seen := o.boxes[worker].Do(ctx, x)
	p := seen.Outcome.Proc(steelyard.ProcCandidate)
	if seen.Outcome.Infra != nil || p == nil || p.End != steelyard.EndExited || p.Code != 0 {
		return fmt.Errorf("run ended with %+v", seen.Outcome)
	}
	return o.boxes[worker].Reset(ctx)
}

// functionModes says how each task of a HumanEval file is weighed.
func functionModes(file string) (map[string]string, error) {
	src, err := format.Path(file)
	if err != nil {
		return nil, err
	}
	grader := function.New()
	modes := map[string]string{}
	for item, err := range format.Read(src, "humaneval", format.Options{}) {
		if err != nil {
			return nil, err
		}
		if item.Task == nil {
			continue
		}
		found, err := grader.Inspect(item.Task)
		if err != nil {
			return nil, fmt.Errorf("inspect %s: %w", item.Task.ID, err)
		}
		modes[item.Task.ID] = found.Mode
	}
	return modes, nil
}
