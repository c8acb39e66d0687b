package score

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"steelyard"
	"steelyard/internal/ledger"
	"steelyard/internal/sandbox"
)

func TestIdenticalStepsAreExecutedOnce(t *testing.T) {
	t.Parallel()
	r := newRig(t, echoGrader{}, t.TempDir(), func(_ context.Context, _ *sandbox.Mounts, x *steelyard.Exec) steelyard.Observation {
		time.Sleep(time.Millisecond)
		return exited(says(x))
	})
	defer r.close(t)
	texts := make([]string, 300)
	for i := range texts {
		texts[i] = []string{"yes", "no", "perhaps"}[i%3]
	}
	got := r.run(t, texts...)
	if n := r.backend.Counts().Runs; n != 3 {
		t.Errorf("%d executions of 3 different programs", n)
	}
	passed := 0
	for _, w := range got {
		if w.Outcome == steelyard.Pass {
			passed++
		}
	}
	if len(got) != 300 || passed != 100 {
		t.Errorf("%d rewards, %d passed: want 300 and 100", len(got), passed)
	}
}

func TestSecondRunExecutesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	texts := make([]string, 400)
	for i := range texts {
		texts[i] = fmt.Sprint("x", i)
	}
	stable := func(in []steelyard.Reward) []steelyard.Reward {
		for i := range in {
			in[i].Measure = nil
		}
		return in
	}
	ordered := func(c *Config) { c.Ordered = true }
	r := newRig(t, echoGrader{}, dir, echo, ordered)
	first := stable(r.run(t, texts...))
	r.close(t)

	r = newRig(t, echoGrader{}, dir, echo, ordered)
	second := stable(r.run(t, texts...))
	if n := r.backend.Counts().Runs; n != 0 {
		t.Errorf("%d executions in the second run of the same command", n)
	}
	if d := cmp.Diff(first, second); d != "" {
		t.Error(d)
	}
	r.close(t)

	// Another run of the same programs reuses the executions.
	r = newRig(t, echoGrader{}, dir, echo, ordered, func(c *Config) { c.Run = "other" })
	if _, err := r.ledger.BeginRun(t.Context(), "other", []byte("{}")); err != nil {
		t.Fatal(err)
	}
	other := r.run(t, texts...)
	if n := r.backend.Counts().Runs; n != 0 {
		t.Errorf("%d executions of programs that are known", n)
	}
	if !other[0].Measure.Cached || other[0].Run != "other" {
		t.Errorf("run %q, cached %v", other[0].Run, other[0].Measure.Cached)
	}
	r.close(t)
}

func TestNoCacheExecutesAnew(t *testing.T) {
	t.Parallel()
	r := newRig(t, echoGrader{}, t.TempDir(), echo, func(c *Config) { c.NoCache = true })
	defer r.close(t)
	r.run(t, "yes", "yes", "yes")
	if n := r.backend.Counts().Runs; n != 3 {
		t.Errorf("%d executions, want 3", n)
	}
}

// TestNotReused: what could be the moment's fault is executed again.
func TestNotReused(t *testing.T) {
	t.Parallel()
	end := func(e steelyard.End) steelyard.Observation {
		o := exited("no")
		o.Outcome.Procs[0].End = e
		return o
	}
	slow := exited("yes")
	slow.Measure.Wall = steelyard.Duration(600 * time.Millisecond)
	pids := exited("no")
	pids.Outcome.Procs[0].PidsHit = true
	for name, c := range map[string]struct {
		o    steelyard.Observation
		runs int
	}{
		"exited":       {exited("yes"), 1},
		"output limit": {end(steelyard.EndOutputLimit), 1},
		"signalled":    {end(steelyard.EndSignalled), 1},
		"denied":       {end(steelyard.EndDenied), 1},
		"oom":          {end(steelyard.EndOOM), 2},
		"half limit":   {slow, 2},
		"pids":         {pids, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, echoGrader{}, t.TempDir(), func(context.Context, *sandbox.Mounts, *steelyard.Exec) steelyard.Observation { return c.o })
			defer r.close(t)
			r.run(t, "p", "p")
			if n := r.backend.Counts().Runs; n != c.runs {
				t.Errorf("%d executions, want %d", n, c.runs)
			}
		})
	}
}

func TestSampledReuseThatDisagreesIsUnstable(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var n atomic.Int64
	answer := func(o func() string) func(context.Context, *sandbox.Mounts, *steelyard.Exec) steelyard.Observation {
		return func(context.Context, *sandbox.Mounts, *steelyard.Exec) steelyard.Observation {
			n.Add(1)
			return exited(o())
		}
	}
	all := func(c *Config) { c.Sample = 1; c.Ordered = true }
	r := newRig(t, echoGrader{}, dir, answer(func() string { return []string{"no", "yes"}[n.Load()%2] }), all)
	got := r.run(t, "flaky", "flaky")
	i := sharer(got)
	if got[i].Outcome != steelyard.Unstable || got[i].Value != nil || got[i].MaskCause != MaskUnstable {
		t.Errorf("the sharer is %s with mask %q: want unstable", got[i].Outcome, got[i].MaskCause)
	}
	// The ledger marked every sharer, so a replay finds the first one unstable too.
	p := NewReplayer(ReplayConfig{Graders: r.cfg.Graders, Run: "test", Task: r.ledger.Task, Attempts: r.ledger.Attempts})
	var outcomes []steelyard.VerdictOutcome
	for e, err := range r.ledger.Entries(t.Context(), "test", DefaultProgram) {
		if err != nil {
			t.Fatal(err)
		}
		res, err := p.Replay(t.Context(), &e)
		if err != nil {
			t.Fatal(err)
		}
		outcomes = append(outcomes, res.Reward.Outcome)
	}
	if want := []steelyard.VerdictOutcome{steelyard.Unstable, steelyard.Unstable}; !slices.Equal(outcomes, want) {
		t.Errorf("replay says %v, want %v", outcomes, want)
	}
	r.close(t)

	// A difference that does not change the verdict is told, and harms nobody.
	r = newRig(t, echoGrader{}, t.TempDir(), answer(func() string { return fmt.Sprint("no ", n.Load()) }), all)
	defer r.close(t)
	got = r.run(t, "address", "address")
	i = sharer(got)
	if got[i].Outcome != steelyard.Fail || !slices.Contains(got[i].Flags, FlagNondeterministic) {
		t.Errorf("%s with flags %v: want fail, nondeterministic", got[i].Outcome, got[i].Flags)
	}
}

// sharer is the index of the rollout that took the other's execution.
func sharer(got []steelyard.Reward) int {
	return slices.IndexFunc(got, func(r steelyard.Reward) bool { return r.Measure.Cached })
}

func TestSampleHasTheAskedSize(t *testing.T) {
	t.Parallel()
	r := newRig(t, echoGrader{}, t.TempDir(), echo, func(c *Config) { c.Sample = 0.1 })
	defer r.close(t)
	texts := make([]string, 2001)
	for i := range texts {
		texts[i] = "yes"
	}
	r.run(t, texts...)
	if n := r.Meter().Counts().Sampled; n < 140 || n > 260 {
		t.Errorf("%d of 2000 reuses executed again, want about 200", n)
	}
}

func TestResample(t *testing.T) {
	t.Parallel()
	var n atomic.Int64
	r := newRig(t, echoGrader{}, t.TempDir(), func(_ context.Context, _ *sandbox.Mounts, x *steelyard.Exec) steelyard.Observation {
		if says(x) == "flaky" && n.Add(1) == 4 {
			return exited("yes")
		}
		return exited("no")
	}, func(c *Config) { c.Resample = 5; c.Ordered = true })
	defer r.close(t)
	got := r.run(t, "flaky", "steady")
	if got[0].Outcome != steelyard.Unstable || got[1].Outcome != steelyard.Fail {
		t.Errorf("%s and %s: want unstable and fail", got[0].Outcome, got[1].Outcome)
	}
}

func TestEarlyExitLeavesChecksNotRun(t *testing.T) {
	t.Parallel()
	run := func(early bool) (Weighed, int) {
		r := newRig(t, echoGrader{steps: 10}, "", func(_ context.Context, _ *sandbox.Mounts, x *steelyard.Exec) steelyard.Observation {
			if x.Procs[0].Argv[2] == "3" {
				return exited("no")
			}
			return exited("yes")
		}, func(c *Config) { c.EarlyExit = early })
		defer r.close(t)
		return r.Score(t.Context(), r.job("x", "yes")), r.backend.Counts().Runs
	}
	w, n := run(true)
	if n != 3 || w.Verdict.Checks[9].Status != steelyard.CheckNotRun || w.Reward.Outcome != steelyard.Fail {
		t.Errorf("%d executions, last check %s, %s: want 3, not_run, fail", n, w.Verdict.Checks[9].Status, w.Reward.Outcome)
	}
	w, n = run(false)
	if n != 10 || w.Verdict.Checks[9].Status != steelyard.CheckPassed {
		t.Errorf("%d executions, last check %s: want all 10", n, w.Verdict.Checks[9].Status)
	}
}

// TestReplayEqualsRun is the law that the whole design rests on: rewards are a
// function of what is recorded.
func TestReplayEqualsRun(t *testing.T) {
	t.Parallel()
	r := newRig(t, echoGrader{steps: 3}, t.TempDir(), echo, func(c *Config) { c.Ordered = true })
	defer r.close(t)
	want := r.run(t, "yes", "no", "broken", "yes", "other")
	p := NewReplayer(ReplayConfig{Graders: r.cfg.Graders, Run: "test", Task: r.ledger.Task, Attempts: r.ledger.Attempts})
	var got []steelyard.Reward
	for e, err := range r.ledger.Entries(t.Context(), "test", DefaultProgram) {
		if err != nil {
			t.Fatal(err)
		}
		res, err := p.Replay(t.Context(), &e)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, res.Reward)
	}
	for i := range want {
		want[i].Measure, got[i].Measure = nil, nil
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestReplayWithoutFactsIsNull(t *testing.T) {
	t.Parallel()
	r := newRig(t, echoGrader{}, t.TempDir(), echo)
	defer r.close(t)
	job := r.job("r0", "yes")
	b, err := json.Marshal(Stored{Rollout: job.Rollout})
	if err != nil {
		t.Fatal(err)
	}
	tb, err := json.Marshal(r.task.Task)
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(r.ledger.AcceptTasks(t.Context(), ledger.Task{Digest: r.task.Digest, JSON: tb}))
	if err != nil {
		t.Fatal(err)
	}
	entry := &ledger.Entry{Rollout: ledger.Rollout{Run: "test", ID: "r0", Task: r.task.Digest, JSON: b}}
	p := NewReplayer(ReplayConfig{Graders: r.cfg.Graders, Run: "test", Task: r.ledger.Task})
	res, err := p.Replay(t.Context(), entry)
	if err != nil {
		t.Fatal(err)
	}
	if res.Reward.Value != nil || res.Reward.MaskCause != steelyard.CauseFactsMissing || len(res.Missing) != 1 {
		t.Errorf("reward %v, mask %q, %d steps missing: want null, facts_missing, 1", res.Reward.Value, res.Reward.MaskCause, len(res.Missing))
	}
}

func TestFloodsAreKeptShort(t *testing.T) {
	t.Parallel()
	r := newRig(t, echoGrader{}, "", func(_ context.Context, _ *sandbox.Mounts, x *steelyard.Exec) steelyard.Observation {
		o := exited(strings.Repeat("y", 1<<20))
		if says(x) == "flood" {
			o.Outcome.Procs[0].End = steelyard.EndOutputLimit
			o.Outcome.Procs[0].Truncated = []string{"stdout"}
			o.Outcome.Procs[0].Stderr = steelyard.Text(strings.Repeat("e", 100_000))
		}
		return o
	})
	defer r.close(t)
	size := func(text string) (stdout, stderr int) {
		p := r.Score(t.Context(), r.job(text, text)).Steps[0].Observation.Outcome.Procs[0]
		return len(p.Stdout.Inline), len(p.Stderr.Inline)
	}
	if out, errs := size("flood"); out != floodKept || errs != 100_000 {
		t.Errorf("%d and %d bytes kept: want the stream that flooded clipped, and the other whole", out, errs)
	}
	if out, _ := size("long"); out != 1<<20 {
		t.Errorf("%d bytes kept of an output within its limit", out)
	}
}

func TestStepWhoseLayerIsGoneIsExecutedAgain(t *testing.T) {
	t.Parallel()
	layer := steelyard.DigestOf([]byte("compiled"))
	var there atomic.Bool
	there.Store(true)
	r := newRig(t, echoGrader{}, t.TempDir(), func(_ context.Context, _ *sandbox.Mounts, x *steelyard.Exec) steelyard.Observation {
		o := exited(says(x))
		o.Outcome.Layer = layer
		return o
	}, func(c *Config) { c.HasLayer = func(d steelyard.Digest) bool { return d == layer && there.Load() } })
	defer r.close(t)
	for i, c := range []struct {
		there bool
		runs  int64
	}{{true, 1}, {true, 1}, {false, 2}, {true, 2}} {
		there.Store(c.there)
		if w := r.Score(t.Context(), r.job(fmt.Sprint("r", i), "yes")); w.Err != nil || w.Reward.Outcome != steelyard.Pass {
			t.Fatalf("%s, %v", w.Reward.Outcome, w.Err)
		}
		if n := int64(r.backend.Counts().Runs); n != c.runs {
			t.Errorf("after rollout %d: %d executions, want %d", i, n, c.runs)
		}
	}
}
