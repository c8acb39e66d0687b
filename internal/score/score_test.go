package score

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"steelyard"
	"steelyard/internal/grade"
	"steelyard/internal/ledger"
	"steelyard/internal/sandbox"
	"steelyard/internal/sandbox/mem"
	"steelyard/internal/tree"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// echoGrader weighs by what the sandbox prints: a rollout's text is the argument
// of one step a check, and a check passes when its standard output is "yes".
type echoGrader struct{ steps int }

func (g echoGrader) Name() string { return "echo@1" }

func (g echoGrader) Next(in grade.Input, seen []steelyard.Observation) ([]steelyard.Step, error) {
	text := in.Rollout.Text.String()
	switch {
	case text == "panic":
		panic("index out of range")
	case text == "broken":
		return nil, errors.New("the checks contradict each other")
	case len(seen) > 0:
		return nil, nil
	}
	var steps []steelyard.Step
	for i := range max(g.steps, 1) {
		steps = append(steps, steelyard.Step{Name: fmt.Sprint("check ", i+1), Exec: &steelyard.Exec{Procs: []steelyard.Proc{{
			Role: steelyard.ProcCandidate, Argv: []string{"run", text, fmt.Sprint(i + 1)}, Limits: steelyard.Limits{Wall: steelyard.Duration(time.Second)},
		}}}})
	}
	return steps, nil
}

func (g echoGrader) Verdict(_ grade.Input, seen []steelyard.Observation) (steelyard.Verdict, error) {
	v := steelyard.Verdict{Outcome: steelyard.Pass, Score: 1, Channel: steelyard.ChannelSeparate}
	for i := range max(g.steps, 1) {
		c := steelyard.CheckResult{ID: fmt.Sprint(i + 1), Status: steelyard.CheckNotRun}
		if i < len(seen) {
			c.Status = steelyard.CheckPassed
			p := seen[i].Outcome.Procs[0]
			if p.End == steelyard.EndTimeout {
				v.Cause = steelyard.CauseTimeout
			}
			if p.End == steelyard.EndTimeout || p.Stdout.String() != "yes" {
				c.Status, c.Detail = steelyard.CheckFailed, "found "+p.Stdout.String()
			}
		}
		if c.Status != steelyard.CheckPassed {
			v.Outcome, v.Score = steelyard.Fail, 0
		}
		v.Checks = append(v.Checks, c)
	}
	return v, nil
}

// rig is an engine over a memory backend.
type rig struct {
	*Engine
	backend *mem.Backend
	pool    *sandbox.Pool
	ledger  *ledger.Ledger
	task    *Task
	dir     string
}

type option func(*Config)

// newRig returns an engine whose sandbox answers with do. An empty dir means
// that nothing is kept.
func newRig(tb testing.TB, g grade.Grader, dir string, do mem.DoFunc, opts ...option) *rig {
	tb.Helper()
	r := &rig{backend: mem.New(do), dir: dir}
	r.pool = sandbox.NewPool(r.backend, sandbox.PoolConfig{Size: 4})
	host, err := tree.New(tb.Context(), tree.Config{})
	if err != nil {
		tb.Fatal(err)
	}
	cfg := Config{
		Graders: map[string]grade.Grader{"echo": g},
		Env: func(ctx context.Context, _ *steelyard.Task, _ *steelyard.Exec) (*tree.Env, error) {
			return host.Env(ctx, "")
		},
		Pool: r.pool, Guest: "guest@test", Jobs: 4, Run: "test",
	}
	if dir != "" {
		if r.ledger, err = ledger.Open(tb.Context(), dir, ledger.Options{}); err != nil {
			tb.Fatal(err)
		}
		cfg.Ledger = r.ledger
		if _, err := r.ledger.BeginRun(tb.Context(), "test", []byte("{}")); err != nil {
			tb.Fatal(err)
		}
	}
	for _, o := range opts {
		o(&cfg)
	}
	if r.Engine, err = New(cfg); err != nil {
		tb.Fatal(err)
	}
	if r.task, err = r.Prepare(&steelyard.Task{ID: "t", Kind: "echo"}); err != nil {
		tb.Fatal(err)
	}
	return r
}

func (r *rig) close(tb testing.TB) {
	tb.Helper()
	if err := r.pool.Close(); err != nil {
		tb.Error(err)
	}
	if r.ledger != nil {
		if err := r.ledger.Close(); err != nil {
			tb.Error(err)
		}
	}
	if c := r.backend.Counts(); c.Opened != c.Closed {
		tb.Errorf("opened %d sandboxes, closed %d", c.Opened, c.Closed)
	}
}

func (r *rig) job(id, text string) Job {
	return Job{Task: r.task, Rollout: &steelyard.Rollout{ID: id, Task: "t", Output: steelyard.Output{Text: steelyard.Text(text)}}}
}

func (r *rig) jobs(texts ...string) iter.Seq[Job] {
	return func(yield func(Job) bool) {
		for i, text := range texts {
			if !yield(r.job(fmt.Sprint("r", i), text)) {
				return
			}
		}
	}
}

func (r *rig) run(t *testing.T, texts ...string) []steelyard.Reward {
	t.Helper()
	var out []steelyard.Reward
	for w, err := range r.Run(t.Context(), r.jobs(texts...)) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, w)
	}
	return out
}

// says answers with the candidate's second argument.
func says(x *steelyard.Exec) string { return x.Procs[0].Argv[1] }

func exited(stdout string) steelyard.Observation {
	return steelyard.Observation{
		Outcome: steelyard.Outcome{Procs: []steelyard.ProcOutcome{{Role: steelyard.ProcCandidate, End: steelyard.EndExited, Stdout: steelyard.Text(stdout)}}},
		Measure: steelyard.Measure{Wall: steelyard.Duration(time.Millisecond), CPU: steelyard.Duration(time.Millisecond)},
	}
}

func echo(_ context.Context, _ *sandbox.Mounts, x *steelyard.Exec) steelyard.Observation {
	return exited(says(x))
}

func TestOutcomesBecomeRewards(t *testing.T) {
	r := newRig(t, echoGrader{}, "", func(_ context.Context, _ *sandbox.Mounts, x *steelyard.Exec) steelyard.Observation {
		if says(x) == "infra" {
			return steelyard.InfraObservation("", "sandbox", "no more namespaces", false)
		}
		return exited(says(x))
	})
	defer r.close(t)
	for _, c := range []struct {
		name, text string
		gold       bool
		outcome    steelyard.VerdictOutcome
		reward     string
		mask       string
		reason     string
	}{
		{"pass", "yes", false, steelyard.Pass, "1", "", ""},
		{"fail", "no", false, steelyard.Fail, "0", "", ""},
		{"gold that passes", "yes", true, steelyard.Pass, "1", "", ""},
		{"gold that fails", "no", true, steelyard.Invalid, "null", MaskInvalid, "its own tests: check 1: found no"},
		{"task that is broken", "broken", false, steelyard.Invalid, "null", MaskInvalid, "contradict each other"},
		{"our sandbox failed", "infra", false, steelyard.NotJudged, "null", MaskInfra, "no more namespaces"},
		{"our grader failed", "panic", false, steelyard.NotJudged, "null", MaskInfra, "grader panicked: index out of range"},
	} {
		t.Run(c.name, func(t *testing.T) {
			job := r.job(c.name, c.text)
			job.Gold = c.gold
			w := r.Score(t.Context(), job)
			if w.Err != nil {
				t.Fatal(w.Err)
			}
			got := w.Reward
			value := "null"
			if got.Value != nil {
				value = fmt.Sprint(*got.Value)
			}
			if got.Outcome != c.outcome || value != c.reward || got.MaskCause != c.mask {
				t.Errorf("outcome %s, reward %s, mask %q: want %s, %s, %q", got.Outcome, value, got.MaskCause, c.outcome, c.reward, c.mask)
			}
			if got.InLoss != (c.mask == "") || got.InBaseline != (c.mask == "") {
				t.Errorf("in_loss %v, in_baseline %v with mask %q", got.InLoss, got.InBaseline, c.mask)
			}
			if !strings.Contains(got.Reason, c.reason) {
				t.Errorf("reason %q does not say %q", got.Reason, c.reason)
			}
		})
	}
}

func TestWeakTaskIsFlagged(t *testing.T) {
	t.Parallel()
	r := newRig(t, echoGrader{}, "", echo)
	defer r.close(t)
	r.task.Inspection.Weak = "a check needs a callback"
	got := r.run(t, "yes")[0]
	if got.Channel != steelyard.ChannelInProcess || !slices.Contains(got.Flags, FlagWeak) || !strings.Contains(got.Reason, "callback") {
		t.Errorf("channel %s, flags %v, reason %q: want in_process, weak, and why", got.Channel, got.Flags, got.Reason)
	}
}

func TestOwnFailuresAreTriedAgainElsewhere(t *testing.T) {
	t.Parallel()
	var n atomic.Int64
	r := newRig(t, echoGrader{}, t.TempDir(), func(_ context.Context, _ *sandbox.Mounts, x *steelyard.Exec) steelyard.Observation {
		switch {
		case says(x) == "hopeless":
			return steelyard.InfraObservation("", "sandbox", "slot died", true)
		case n.Add(1) < maxAttempts:
			return steelyard.InfraObservation("", "sandbox", "slot died", true)
		}
		return exited(says(x))
	})
	defer r.close(t)
	got := r.run(t, "yes")[0]
	if got.Outcome != steelyard.Pass || got.Measure.Attempt != maxAttempts {
		t.Errorf("outcome %s at attempt %d: want pass at attempt %d", got.Outcome, got.Measure.Attempt, maxAttempts)
	}
	if s := r.pool.Stats(); s.Thrown != maxAttempts-1 {
		t.Errorf("%d sandboxes thrown away, want one a failure", s.Thrown)
	}
	w := r.Score(t.Context(), r.job("h", "hopeless"))
	if w.Reward.Outcome != steelyard.NotJudged || w.Reward.Value != nil || len(w.Steps[0].Attempts) != maxAttempts-1 {
		t.Errorf("hopeless: %s, %d attempts kept", w.Reward.Outcome, len(w.Steps[0].Attempts))
	}
	// It is provisional: asked again, it is tried again.
	before := r.backend.Counts().Runs
	r.Score(t.Context(), r.job("h", "hopeless"))
	if got := r.backend.Counts().Runs - before; got != maxAttempts {
		t.Errorf("%d executions for a masked rollout that was asked again, want %d", got, maxAttempts)
	}
}

func TestTimeoutsAreConfirmedAlone(t *testing.T) {
	t.Parallel()
	const limit = time.Second
	ms := func(n int) steelyard.Duration { return steelyard.Duration(n) * steelyard.Duration(time.Millisecond) }
	timeout := func(wall, cpu int) steelyard.Observation {
		o := exited("")
		o.Outcome.Procs[0].End, o.Outcome.Procs[0].Limit = steelyard.EndTimeout, "wall"
		o.Measure.Wall, o.Measure.CPU = ms(wall), ms(cpu)
		return o
	}
	finished := func(wall, cpu int) steelyard.Observation {
		o := exited("yes")
		o.Measure.Wall, o.Measure.CPU = ms(wall), ms(cpu)
		return o
	}
	for _, c := range []struct {
		name          string
		first, second steelyard.Observation
		runs          int
		outcome       steelyard.VerdictOutcome
		reusable      bool
	}{
		{"in time", finished(100, 90), steelyard.Observation{}, 1, steelyard.Pass, true},
		{"in time, over half", finished(600, 90), steelyard.Observation{}, 1, steelyard.Pass, false},
		{"far over with the processor", timeout(1250, 1240), steelyard.Observation{}, 1, steelyard.Fail, false},
		{"starved, then in time", timeout(1250, 300), finished(400, 300), 2, steelyard.Pass, true},
		{"starved, then out of time", timeout(1250, 300), timeout(1250, 1240), 2, steelyard.Fail, false},
		{"just over, then in time", finished(1100, 1000), finished(900, 890), 2, steelyard.Pass, false},
		{"just over, twice", finished(1100, 1000), timeout(1000, 990), 2, steelyard.Fail, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var n atomic.Int64
			r := newRig(t, echoGrader{}, "", func(_ context.Context, _ *sandbox.Mounts, x *steelyard.Exec) steelyard.Observation {
				given := x.Procs[0].Limits.Wall.Std()
				if n.Add(1) == 1 {
					if given != limit+limit/grace {
						t.Errorf("the sandbox was given %v, want the limit and a quarter", given)
					}
					return c.first
				}
				if given != limit {
					t.Errorf("the sandbox was given %v the second time, want the limit", given)
				}
				return c.second
			})
			defer r.close(t)
			w := r.Score(t.Context(), r.job("x", "yes"))
			if int(n.Load()) != c.runs || w.Reward.Outcome != c.outcome || w.Steps[0].Reusable != c.reusable {
				t.Errorf("%d runs, %s, reusable %v: want %d, %s, %v", n.Load(), w.Reward.Outcome, w.Steps[0].Reusable, c.runs, c.outcome, c.reusable)
			}
			if c.outcome == steelyard.Fail && w.Reward.Cause != steelyard.CauseTimeout {
				t.Errorf("cause %q, want timeout", w.Reward.Cause)
			}
		})
	}
}

func TestConfirmationHasTheMachineToItself(t *testing.T) {
	t.Parallel()
	var busy, beside atomic.Int64
	var seen sync.Map
	r := newRig(t, echoGrader{}, "", func(_ context.Context, _ *sandbox.Mounts, x *steelyard.Exec) steelyard.Observation {
		n := busy.Add(1)
		defer busy.Add(-1)
		_, again := seen.LoadOrStore(says(x), true)
		if again && n > 1 {
			beside.Add(1)
		}
		time.Sleep(2 * time.Millisecond)
		if again && busy.Load() > 1 {
			beside.Add(1)
		}
		o := exited("yes")
		if !again && strings.HasSuffix(says(x), "7") {
			o.Outcome.Procs[0].End, o.Measure.CPU = steelyard.EndTimeout, 0
		}
		return o
	})
	defer r.close(t)
	var texts []string
	for i := range 60 {
		texts = append(texts, fmt.Sprint("n", i))
	}
	for _, w := range r.run(t, texts...) {
		if w.Outcome != steelyard.Pass {
			t.Errorf("%s: %s", w.Rollout, w.Outcome)
		}
	}
	if got := r.Meter().Counts().Confirmed; got != 6 {
		t.Errorf("%d confirmations, want 6", got)
	}
	if beside.Load() != 0 {
		t.Errorf("%d times something ran beside a confirmation", beside.Load())
	}
}

func TestOrderedKeepsTheOrder(t *testing.T) {
	t.Parallel()
	r := newRig(t, echoGrader{}, "", func(_ context.Context, _ *sandbox.Mounts, x *steelyard.Exec) steelyard.Observation {
		if strings.HasSuffix(says(x), "0") {
			time.Sleep(3 * time.Millisecond)
		}
		return exited(says(x))
	}, func(c *Config) { c.Ordered = true })
	defer r.close(t)
	var texts, want, got []string
	for i := range 500 {
		texts = append(texts, fmt.Sprint("x", i))
		want = append(want, fmt.Sprint("r", i))
	}
	for _, w := range r.run(t, texts...) {
		got = append(got, w.Rollout)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestInterruptedRunIsAPrefix(t *testing.T) {
	t.Parallel()
	cause := errors.New("ctrl-c")
	ctx, cancel := context.WithCancelCause(t.Context())
	r := newRig(t, echoGrader{}, t.TempDir(), func(ctx context.Context, _ *sandbox.Mounts, x *steelyard.Exec) steelyard.Observation {
		if says(x) == "x100" {
			cancel(cause)
			<-ctx.Done()
		}
		return exited(says(x))
	}, func(c *Config) { c.Ordered = true })
	defer r.close(t)
	texts := make([]string, 1000)
	for i := range texts {
		texts[i] = fmt.Sprint("x", i)
	}
	var last error
	n := 0
	for w, err := range r.Run(ctx, r.jobs(texts...)) {
		if err != nil {
			last = err
			break
		}
		if want := fmt.Sprint("r", n); w.Rollout != want {
			t.Fatalf("reward %d is of %s", n, w.Rollout)
		}
		n++
	}
	if !errors.Is(last, cause) {
		t.Errorf("last error %v, want the cause", last)
	}
	if n > 100 {
		t.Errorf("%d rewards: what was interrupted must not be among them", n)
	}
}

func TestConsumerMayLeave(t *testing.T) {
	t.Parallel()
	r := newRig(t, echoGrader{}, t.TempDir(), echo)
	defer r.close(t)
	texts := make([]string, 2000)
	for i := range texts {
		texts[i] = fmt.Sprint("x", i)
	}
	n := 0
	for range r.Run(t.Context(), r.jobs(texts...)) {
		if n++; n == 10 {
			break
		}
	}
	if runs := r.backend.Counts().Runs; runs > 1000 {
		t.Errorf("%d executions for 10 rewards", runs)
	}
}
