package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"steelyard"
)

func endureChecks() []check {
	return []check{
		{"soak", "200,000 runs (a share of them in CI): no process, mount, control group, file or descriptor left; memory flat", soak},
		{"oversubscribed", "8 times as many workers as cores: reference solutions never fail, endless loops never pass", oversubscribed},
		{"kill", "kill -9 at 50 random moments, then the same command again: complete output, nothing lost or doubled", killed},
	}
}

// mix writes n rollouts: unique reference solutions of HumanEval, and every
// nth a hostile one that loops, floods or leaves children behind.
func (e *engine) mix(name string, n, hostileEvery int, hostile []string) (tasks, rollouts string, bad int, err error) {
	problems, err := readHumanEval(e.data("humaneval.jsonl.gz"))
	if err != nil {
		return "", "", 0, err
	}
	rollouts = filepath.Join(e.scratch, name+".jsonl")
	f, err := os.Create(rollouts)
	if err != nil {
		return "", "", 0, err
	}
	w := newLines(f)
	for i := range n {
		p := problems[i%len(problems)]
		r := steelyard.Rollout{ID: fmt.Sprint("g", i), Task: p.TaskID}
		source := p.Prompt + p.Canonical
		if hostileEvery > 0 && i%hostileEvery == hostileEvery-1 {
			r.ID = fmt.Sprint("h", i)
			source = fmt.Sprintf(hostile[bad%len(hostile)], p.Entry)
			bad++
		}
		r.Text = steelyard.Text(fmt.Sprintf("%s\n# rollout %d\n", source, i))
		if err := w.write(r); err != nil {
			return "", "", 0, err
		}
	}
	return e.data("humaneval.jsonl.gz"), rollouts, bad, errors.Join(w.flush(), f.Close())
}

// endless, and what else a hostile function does; %s is its name.
func endless() []string { return []string{"def %s(*args):\n    while True:\n        pass\n"} }

func nuisances() []string {
	return []string{
		"import os, time\nfor _ in range(5):\n    if os.fork() == 0:\n        os.setsid()\n        time.sleep(1000)\n\ndef %s(*args):\n    return None\n",
		"import sys\ndef %s(*args):\n    while True:\n        sys.stdout.write('x' * 65536)\n",
		"import os\nfor i in range(64):\n    open('/tmp/left-%%d' %% i, 'w').write('x' * 4096)\ndef %s(*args):\n    os._exit(0)\n",
		"def %s(*args):\n    return args * 3\n",
	}
}

// hostState is what a run must not change.
type hostState struct {
	mounts, groups, processes, files int
}

// soak compares the machine before and after, and watches the engine during.
func soak(ctx context.Context, e *engine) (string, error) {
	n := 10_000
	if e.long {
		n = 200_000
	}
	tasks, rollouts, bad, err := e.mix("soak", n, 100, nuisances())
	if err != nil {
		return "", err
	}
	before, err := e.hostState()
	if err != nil {
		return "", err
	}
	s, watched, err := e.watched(ctx, "score", "--from", "humaneval", "--tasks", tasks, "--rollouts", rollouts, "--no-cache")
	if err != nil {
		return "", err
	}
	after, err := e.hostState()
	if err != nil {
		return "", err
	}
	saw := fmt.Sprintf("%d runs, %d hostile, %.0f/s; memory %.0f MB at a third of the run, %.0f MB at the end, peak %.0f MB; descriptors %d, then %d",
		n, bad, float64(n)/s.took.Seconds(), watched.early.memory, watched.late.memory, watched.peak, watched.early.descriptors, watched.late.descriptors)
	var errs []error
	if after.mounts > before.mounts || after.groups > before.groups || after.processes > before.processes || after.files > before.files {
		errs = append(errs, fmt.Errorf("left behind: mounts %+d, control groups %+d, processes %+d, files %+d",
			after.mounts-before.mounts, after.groups-before.groups, after.processes-before.processes, after.files-before.files))
	}
	errs = append(errs, wrongVerdicts(s, n, bad))
	if watched.late.memory > 1.25*watched.early.memory+16 {
		errs = append(errs, fmt.Errorf("memory grew from %.0f to %.0f MB", watched.early.memory, watched.late.memory))
	}
	if watched.late.descriptors > watched.early.descriptors+8 {
		errs = append(errs, fmt.Errorf("descriptors grew from %d to %d", watched.early.descriptors, watched.late.descriptors))
	}
	return saw, errors.Join(errs...)
}

func oversubscribed(ctx context.Context, e *engine) (string, error) {
	n, every := 3_000, 100
	if e.long {
		n, every = 200_000, 1_000
	}
	tasks, rollouts, bad, err := e.mix("oversubscribed", n, every, endless())
	if err != nil {
		return "", err
	}
	workers := 8 * cores()
	s, err := e.scoreAll(ctx, "--from", "humaneval", "--tasks", tasks, "--rollouts", rollouts, "--no-cache", "-j", strconv.Itoa(workers))
	if err != nil {
		return "", err
	}
	saw := fmt.Sprintf("%d reference solutions and %d endless loops with %d workers on %d cores in %.0f s", n-bad, bad, workers, cores(), s.took.Seconds())
	for i := range s.rewards {
		if r := &s.rewards[i]; r.Rollout[0] == 'h' && r.Outcome == steelyard.Fail && r.Cause != steelyard.CauseTimeout {
			err = fmt.Errorf("an endless loop of %s has cause %q", r.Task, r.Cause)
		}
	}
	return saw, errors.Join(err, wrongVerdicts(s, n, bad))
}

// wrongVerdicts compares a mix's outcomes with what they must be.
func wrongVerdicts(s *stream, n, bad int) error {
	var errs []error
	if len(s.rewards) != n {
		errs = append(errs, fmt.Errorf("%d rewards for %d rollouts", len(s.rewards), n))
	}
	failed, passed := 0, 0
	var example string
	for i := range s.rewards {
		r := &s.rewards[i]
		switch {
		case r.Rollout[0] == 'g' && r.Outcome != steelyard.Pass:
			failed++
			example = fmt.Sprintf("%s %s: %s %s %s", r.Rollout, r.Task, r.Outcome, r.Cause, r.Reason)
		case r.Rollout[0] == 'h' && r.Outcome != steelyard.Fail:
			passed++
			example = fmt.Sprintf("%s %s: %s %s %s", r.Rollout, r.Task, r.Outcome, r.Cause, r.Reason)
		}
	}
	if failed > 0 {
		errs = append(errs, fmt.Errorf("%d of %d reference solutions not accepted, e.g. %s", failed, n-bad, example))
	}
	if passed > 0 {
		errs = append(errs, fmt.Errorf("%d of %d hostile rollouts not rejected, e.g. %s", passed, bad, example))
	}
	return errors.Join(errs...)
}

// killed ends the engine with SIGKILL again and again; every start carries on
// where the last was ended.
func killed(ctx context.Context, e *engine) (string, error) {
	const kills = 50
	n := 2_000
	tasks, rollouts, bad, err := e.mix("kill", n, 20, nuisances()[3:])
	if err != nil {
		return "", err
	}
	input := []string{"--from", "humaneval", "--tasks", tasks, "--rollouts", rollouts, "--ordered", "--stable"}
	whole, err := e.scoreAll(ctx, input...)
	if err != nil {
		return "", err
	}
	if err := wrongVerdicts(whole, n, bad); err != nil {
		return "", err
	}
	// A fresh state is begun whenever one has been completed, so that every kill
	// meets a run that has work left.
	random := rand.New(rand.NewPCG(1, 2))
	finished := 0
	for done, round := 0, 0; done < kills; {
		state := filepath.Join(e.scratch, fmt.Sprint("kill-state-", round))
		complete := false
		for !complete && done < kills {
			var stdout bytes.Buffer
			cmd := exec.CommandContext(ctx, e.binary, append([]string{"score", "--format", "jsonl", "-q", "--state", state}, input...)...)
			cmd.Stdout = &stdout
			if err := cmd.Start(); err != nil {
				return "", err
			}
			wait := make(chan error, 1)
			go func() { wait <- cmd.Wait() }()
			// Between the first moments and about where the run would end.
			after := time.Duration(random.Float64() * 0.4 * float64(whole.took))
			select {
			case err := <-wait:
				if err != nil {
					return "", fmt.Errorf("after %d kills: %w", done, err)
				}
				complete = true
				if !bytes.Equal(stdout.Bytes(), whole.stdout) {
					return "", fmt.Errorf("after %d kills the output differs: %s", done, firstDifference(whole.stdout, stdout.Bytes()))
				}
			case <-time.After(after):
				_ = cmd.Process.Kill()
				if err := <-wait; err == nil {
					continue // it had just ended by itself
				}
				done++
			}
		}
		s, err := e.scoreAll(ctx, append(input, "--state", state)...)
		if err != nil {
			return "", fmt.Errorf("after %d kills: %w", done, err)
		}
		if !bytes.Equal(s.stdout, whole.stdout) {
			return "", fmt.Errorf("after %d kills the output differs: %s", done, firstDifference(whole.stdout, s.stdout))
		}
		finished++
		round++
		if err := os.RemoveAll(state); err != nil {
			return "", err
		}
	}
	left, err := e.leftProcesses()
	if err != nil {
		return "", err
	}
	if len(left) > 0 {
		return "", fmt.Errorf("%d kills left processes: %v", kills, left[:min(len(left), 5)])
	}
	slices.Sort(left)
	return fmt.Sprintf("%d kills over %d runs of %d rollouts, the same %d bytes every time, no process left", kills, finished, n, len(whole.stdout)), nil
}
