package ledger

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"steelyard"
)

// The test binary runs itself as a child that works on a run like an engine
// does: it accepts rollouts, skips what is recorded, reuses executions, records
// results, and prints a line for every answer it gets. It is killed at a point
// of the write path, or at any moment from outside.
const (
	childDir   = "STEELYARD_LEDGER_CHILD"
	childLimit = "STEELYARD_LEDGER_LIMIT" // rollouts to work on
	childKill  = "STEELYARD_LEDGER_KILL"  // "point:pass"
	childSafe  = "STEELYARD_LEDGER_SAFE"
)

const (
	crashRun     = "r"
	crashProgram = "p"
	crashWorkers = 4
)

// dirBlobs is a blob store in a directory.
type dirBlobs string

func (b dirBlobs) Put(c []byte) (steelyard.Digest, error) {
	d := steelyard.DigestOf(c)
	f, err := os.CreateTemp(string(b), "tmp-*")
	if err != nil {
		return "", err
	}
	_, err = f.Write(c)
	return d, errors.Join(err, f.Close(), os.Rename(f.Name(), filepath.Join(string(b), d.Hex())))
}

func (b dirBlobs) Get(d steelyard.Digest) ([]byte, error) {
	c, err := os.ReadFile(filepath.Join(string(b), d.Hex()))
	if err == nil && steelyard.DigestOf(c) != d {
		err = errors.New("damaged")
	}
	return c, err
}

func crashOptions(dir string) Options { return Options{Blobs: dirBlobs(dir), InlineMax: 300} }

// crashObservation is long for some executions, which puts it into a blob.
func crashObservation(key string) json.RawMessage {
	return fmt.Appendf(nil, `"%s"`, strings.Repeat(key+".", 1+len(key)*7%100))
}

// crashKeys are the steps of a rollout: one of its own, one that it shares.
func crashKeys(i int) []string { return []string{fmt.Sprint("own", i), fmt.Sprint("shared", i/16)} }

func child(dir string) int {
	if err := childWork(dir); err != nil {
		fmt.Fprintln(os.Stderr, "child:", err)
		return 1
	}
	return 0
}

func childWork(dir string) error {
	limit, err := strconv.Atoi(os.Getenv(childLimit))
	if err != nil {
		return err
	}
	opt := crashOptions(dir)
	opt.PowerSafe = os.Getenv(childSafe) != ""
	point, pass, _ := strings.Cut(os.Getenv(childKill), ":")
	left, _ := strconv.Atoi(pass)
	opt.Failpoint = func(name string) {
		if name != point {
			return
		}
		if left--; left == 0 {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
	}
	ctx := context.Background()
	l, err := Open(ctx, dir, opt)
	if err != nil {
		return err
	}
	if _, err := l.BeginRun(ctx, crashRun, nil); err != nil {
		return err
	}
	if err := l.AcceptTasks(ctx, Task{Digest: digest("task"), JSON: json.RawMessage(`{}`)}); err != nil {
		return err
	}
	errs := make(chan error, crashWorkers)
	for w := range crashWorkers {
		go func() {
			var err error
			for i := w; i < limit && err == nil; i += crashWorkers {
				err = childRollout(ctx, l, i)
			}
			errs <- err
		}()
	}
	for range crashWorkers {
		err = errors.Join(err, <-errs)
	}
	return errors.Join(err, l.FinishRun(ctx, crashRun), l.Close())
}

func childRollout(ctx context.Context, l *Ledger, i int) error {
	id := fmt.Sprint("id", i)
	s, err := l.Reward(ctx, crashRun, id, crashProgram)
	if err != nil || s.Recorded {
		return err
	}
	if _, err := l.AcceptRollouts(ctx, Rollout{Run: crashRun, ID: id, Task: digest("task"), JSON: crashObservation(id)}); err != nil {
		return err
	}
	if _, err := fmt.Printf("A %s\n", id); err != nil {
		return err
	}
	r := Result{Run: crashRun, Rollout: id, Program: crashProgram, Reward: fmt.Append(nil, os.Getpid())}
	for _, key := range crashKeys(i) {
		x, ok, err := l.Execution(ctx, digest(key))
		if err != nil {
			return err
		}
		if !ok {
			x = made("", key, string(crashObservation(key)), true).Execution
		}
		r.Steps = append(r.Steps, Step{Name: key, Execution: x})
	}
	got, err := l.Record(ctx, &r)
	if err != nil {
		return err
	}
	_, err = fmt.Printf("R %s %s %v\n", id, got.Reward, got.First)
	return err
}

// answers is what children were told, over all of them.
type answers struct {
	accepted map[string]bool
	rewards  map[string]string
	firsts   map[string]int
}

func newAnswers() *answers {
	return &answers{accepted: map[string]bool{}, rewards: map[string]string{}, firsts: map[string]int{}}
}

func (a *answers) add(t *testing.T, line string) {
	t.Helper()
	f := strings.Fields(line)
	switch {
	case len(f) == 2 && f[0] == "A":
		a.accepted[f[1]] = true
	case len(f) == 4 && f[0] == "R":
		if old, ok := a.rewards[f[1]]; ok && old != f[2] {
			t.Errorf("rollout %s was answered %s, then %s", f[1], old, f[2])
		}
		a.rewards[f[1]] = f[2]
		if f[3] == "true" {
			a.firsts[f[1]]++
		}
	default:
		t.Errorf("child printed %q", line)
	}
}

// start starts a child; its lines are read by the caller.
func start(t *testing.T, dir string, limit int, env ...string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe)
	cmd.Env = append(os.Environ(), childDir+"="+dir, childLimit+"="+strconv.Itoa(limit))
	cmd.Env = append(cmd.Env, env...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, bufio.NewScanner(out)
}

func killed(err error) bool {
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return false
	}
	ws, ok := exit.Sys().(syscall.WaitStatus)
	return ok && ws.Signaled() && ws.Signal() == syscall.SIGKILL
}

// verify reopens the ledger and compares it with what children were told. It
// returns the limit that covers every rollout in it.
func (a *answers) verify(t *testing.T, dir string) (limit int) {
	t.Helper()
	ctx := t.Context()
	l, err := Open(ctx, dir, crashOptions(dir))
	if err != nil {
		t.Fatalf("reopen: %v", err)
	}
	defer func() {
		if err := l.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	}()
	if err := l.Check(ctx); err != nil {
		t.Errorf("check: %v", err)
	}
	seen := map[string]bool{}
	for e, err := range l.Entries(ctx, crashRun, crashProgram) {
		if err != nil {
			t.Fatalf("entries: %v", err)
		}
		id := e.Rollout.ID
		if seen[id] {
			t.Errorf("rollout %s is doubled", id)
		}
		seen[id] = true
		if string(e.Rollout.JSON) != string(crashObservation(id)) {
			t.Errorf("rollout %s: %s", id, e.Rollout.JSON)
		}
		i, err := strconv.Atoi(strings.TrimPrefix(id, "id"))
		if err != nil {
			t.Fatal(err)
		}
		limit = max(limit, i+1)
		want, told := a.rewards[id]
		if e.Result == nil {
			if told {
				t.Errorf("result of %s was acknowledged and is lost", id)
			}
			continue
		}
		if told && string(e.Result.Reward) != want {
			t.Errorf("reward of %s: %s, acknowledged was %s", id, e.Result.Reward, want)
		}
		keys := crashKeys(i)
		if len(e.Result.Steps) != len(keys) {
			t.Errorf("result of %s has %d steps", id, len(e.Result.Steps))
			continue
		}
		for n, key := range keys {
			s := e.Result.Steps[n]
			if s.Name != key || s.Execution.Key != digest(key) || string(s.Execution.Observation) != string(crashObservation(key)) {
				t.Errorf("step %d of %s: %+v", n, id, s)
			}
		}
		if attempts, err := l.Attempts(ctx, digest(keys[0])); err != nil || len(attempts) != 1 {
			t.Errorf("%s: %d executions, %v; want 1", keys[0], len(attempts), err)
		}
	}
	for id := range a.accepted {
		if !seen[id] {
			t.Errorf("rollout %s was acknowledged and is lost", id)
		}
	}
	return limit
}

// TestKill: whatever the moment at which the process is killed, everything
// acknowledged is there, nothing is doubled, nothing is half there, and the same
// command again completes the run.
func TestKill(t *testing.T) {
	t.Parallel()
	const forever = 1 << 30
	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 7)) // any moment is a case
	dir := t.TempDir()
	told := newAnswers()
	kills := 0
	round := func(what string, after time.Duration, env ...string) {
		cmd, lines := start(t, dir, forever, env...)
		var timer *time.Timer
		for lines.Scan() {
			if timer == nil && after > 0 {
				timer = time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
			}
			told.add(t, lines.Text())
		}
		if err := cmd.Wait(); !killed(err) {
			t.Errorf("%s: child ended with %v, want SIGKILL", what, err)
		}
		kills++
	}
	for _, point := range Failpoints() {
		for pass := 1; pass <= 5; pass++ {
			env := []string{fmt.Sprintf("%s=%s:%d", childKill, point, pass*pass+rng.IntN(3))}
			if pass == 1 {
				env = append(env, childSafe+"=1")
			}
			round(env[0], 0, env...)
		}
		told.verify(t, dir)
	}
	for n := range 30 {
		// Also before the first answer is printed: while it opens the ledger.
		if n%6 == 5 {
			cmd, lines := start(t, dir, forever)
			timer := time.AfterFunc(time.Duration(rng.IntN(12_000))*time.Microsecond, func() { _ = cmd.Process.Kill() })
			for lines.Scan() {
				told.add(t, lines.Text())
			}
			if err := cmd.Wait(); !killed(err) {
				t.Errorf("child ended with %v, want SIGKILL", err)
			}
			timer.Stop()
			kills++
		} else {
			round("any moment", time.Duration(1+rng.IntN(15_000))*time.Microsecond)
		}
		if n%6 == 0 {
			told.verify(t, dir)
		}
	}
	if kills < 50 {
		t.Errorf("%d kills, want 50", kills)
	}
	limit := told.verify(t, dir)
	recorded := len(told.rewards)
	cmd, lines := start(t, dir, limit)
	for lines.Scan() {
		told.add(t, lines.Text())
	}
	if err := cmd.Wait(); err != nil {
		t.Fatalf("the same command again: %v", err)
	}
	told.verify(t, dir)
	l := openTest(t, dir, crashOptions(dir))
	c, err := l.Count(t.Context(), crashRun, crashProgram)
	if want := int64(limit); err != nil || c != (Count{Accepted: want, Final: want}) {
		t.Errorf("at the end: %+v, %v; want all %d recorded", c, err, limit)
	}
	t.Logf("%d kills, %d rollouts, %d acknowledged before the last run", kills, c.Accepted, recorded)
}

// TestKillWhileOpening: the first process of a folder is killed while it makes
// the ledger.
func TestKillWhileOpening(t *testing.T) {
	t.Parallel()
	for n := range 12 {
		dir := t.TempDir()
		cmd, lines := start(t, dir, 1<<30)
		timer := time.AfterFunc(time.Duration(n)*time.Millisecond, func() { _ = cmd.Process.Kill() })
		told := newAnswers()
		for lines.Scan() {
			told.add(t, lines.Text())
		}
		if err := cmd.Wait(); !killed(err) {
			t.Errorf("child ended with %v, want SIGKILL", err)
		}
		timer.Stop()
		told.verify(t, dir)
	}
}

// TestProcessesShareAFolder: several processes work on the same run at once, and
// one of them is killed.
func TestProcessesShareAFolder(t *testing.T) {
	t.Parallel()
	const limit = 600
	dir := t.TempDir()
	told := newAnswers()
	var mu sync.Mutex
	var wg sync.WaitGroup
	counts := make([]int, 4)
	for p := range counts {
		cmd, lines := start(t, dir, limit)
		wg.Go(func() {
			for lines.Scan() {
				mu.Lock()
				told.add(t, lines.Text())
				counts[p]++
				if p == 0 && counts[p] == 100 {
					if err := cmd.Process.Kill(); err != nil {
						t.Error(err)
					}
				}
				mu.Unlock()
			}
			if err := cmd.Wait(); (p == 0) != killed(err) || p != 0 && err != nil {
				t.Errorf("process %d: %v", p, err)
			}
		})
	}
	wg.Wait()
	if t.Failed() {
		return
	}
	for id, n := range told.firsts {
		if n > 1 {
			t.Errorf("rollout %s: %d processes were told that theirs is first", id, n)
		}
	}
	l := openTest(t, dir, crashOptions(dir))
	c, err := l.Count(t.Context(), crashRun, crashProgram)
	if err != nil || c != (Count{Accepted: limit, Final: limit}) {
		t.Errorf("count: %+v, %v; want %d", c, err, limit)
	}
	for id, want := range told.rewards {
		if s, err := l.Reward(t.Context(), crashRun, id, crashProgram); err != nil || string(s.Reward) != want {
			t.Errorf("reward of %s: %+v, %v; acknowledged was %s", id, s, err, want)
		}
	}
	t.Logf("answers by process: %v", counts)
}
