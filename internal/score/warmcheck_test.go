package score

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"steelyard"
	"steelyard/internal/grade"
	"steelyard/internal/sandbox"
	"steelyard/internal/sandbox/mem"
)

// warmGrader is an echoGrader whose steps may be carried out by a warm
// interpreter.
type warmGrader struct{ echoGrader }

func (g warmGrader) Next(in grade.Input, seen []steelyard.Observation) ([]steelyard.Step, error) {
	steps, err := g.echoGrader.Next(in, seen)
	for i := range steps {
		steps[i].Exec.Procs[0].Warm = &steelyard.Warm{Driver: "driver", Imports: []string{"numpy"}}
	}
	return steps, err
}

// temperatures counts executions, and answers by whether they are warm.
type temperatures struct{ warm, cold atomic.Int64 }

func (n *temperatures) do(answer func(text string, warm bool) steelyard.Observation) mem.DoFunc {
	return func(_ context.Context, _ *sandbox.Mounts, x *steelyard.Exec) steelyard.Observation {
		warm := x.Procs[0].Warm != nil
		text, _, _ := strings.Cut(says(x), " ")
		o := answer(text, warm)
		o.Measure.Warm = warm
		if warm {
			n.warm.Add(1)
		} else {
			n.cold.Add(1)
		}
		return o
	}
}

func numbered(n int, text string) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprint(text, " ", i)
	}
	return out
}

func TestWarmFailuresAreConfirmedCold(t *testing.T) {
	t.Parallel()
	var n temperatures
	r := newRig(t, warmGrader{}, t.TempDir(), n.do(func(text string, _ bool) steelyard.Observation { return exited(text) }),
		func(c *Config) { c.Jobs, c.Sample = 1, 0.02 })
	defer r.close(t)
	const each = 1000
	for i, text := range append(numbered(each, "no"), numbered(each, "yes")...) {
		w := r.Score(t.Context(), r.job(fmt.Sprint("r", i), text))
		if want := text[:2] != "no"; w.Err != nil || (w.Reward.Outcome == steelyard.Pass) != want {
			t.Fatalf("%q: %s, %v", text, w.Reward.Outcome, w.Err)
		}
		if i == 0 && (len(w.Steps[0].Attempts) != 1 || w.Steps[0].Attempts[0].Measure.Warm) {
			t.Errorf("the first failure has the attempts %v, want the cold one", w.Steps[0].Attempts)
		}
		if i == warmAgreements-1 && n.cold.Load() != warmAgreements {
			t.Errorf("%d cold executions for the first %d failures", n.cold.Load(), warmAgreements)
		}
	}
	sampled := n.cold.Load() - warmAgreements
	if n.warm.Load() != 2*each || sampled < each/50 || sampled > 4*each/50 {
		t.Errorf("%d warm and %d sampled executions, want %d and about %d", n.warm.Load(), sampled, 2*each, 2*each/50)
	}
	if c := r.Meter().Counts(); c.WarmChecked != int(n.cold.Load()) || c.WarmDiffered != 0 {
		t.Errorf("the meter says %d checked, %d differed", c.WarmChecked, c.WarmDiffered)
	}
}

func TestWarmInterpreterThatDiffersIsGivenUp(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var n temperatures
	// A forked interpreter fails what needs a thread.
	do := n.do(func(text string, warm bool) steelyard.Observation {
		if text == "thread" {
			if warm {
				return exited("")
			}
			return exited("yes")
		}
		return exited(text)
	})
	r := newRig(t, warmGrader{}, dir, do, func(c *Config) { c.Jobs = 1 })
	r.run(t, numbered(10, "yes")...)
	if w := r.Score(t.Context(), r.job("t", "thread 0")); w.Reward.Outcome != steelyard.Pass || w.Steps[0].Observation.Measure.Warm {
		t.Errorf("%s, warm %v: want what the cold interpreter says", w.Reward.Outcome, w.Steps[0].Observation.Measure.Warm)
	}
	warm := n.warm.Load()
	for i, text := range numbered(20, "thread") {
		if w := r.Score(t.Context(), r.job(fmt.Sprint("u", i), text)); w.Reward.Outcome != steelyard.Pass {
			t.Errorf("%s after the profile was given up", w.Reward.Outcome)
		}
	}
	// What the warm interpreter said before does not count any more either.
	if w := r.Score(t.Context(), r.job("again", "yes 3")); w.Steps[0].Observation.Measure.Warm {
		t.Error("an execution by the interpreter that was given up was taken")
	}
	if n.warm.Load() != warm {
		t.Errorf("%d warm executions after the profile was given up", n.warm.Load()-warm)
	}
	if c := r.Meter().Counts(); c.WarmDiffered != 1 {
		t.Errorf("%d differed, want 1", c.WarmDiffered)
	}
	r.close(t)

	// The same command again says the same, from the record.
	r = newRig(t, warmGrader{}, dir, do)
	defer r.close(t)
	if w := r.Score(t.Context(), r.job("t", "thread 0")); !w.Recorded || w.Reward.Outcome != steelyard.Pass {
		t.Errorf("recorded %v: %s", w.Recorded, w.Reward.Outcome)
	}
}

func TestWarmCheckNeverMasks(t *testing.T) {
	t.Parallel()
	var n temperatures
	r := newRig(t, warmGrader{}, t.TempDir(), n.do(func(_ string, warm bool) steelyard.Observation {
		if !warm {
			return steelyard.InfraObservation("", "sandbox", "no more processes", false)
		}
		return exited("no")
	}))
	defer r.close(t)
	for _, w := range r.run(t, numbered(200, "no")...) {
		if w.Outcome != steelyard.Fail {
			t.Errorf("%s: %s", w.Rollout, w.Outcome)
		}
	}
}

func TestUnstableProgramIsNotTheInterpretersFault(t *testing.T) {
	t.Parallel()
	var n temperatures
	var calls atomic.Int64
	r := newRig(t, warmGrader{}, t.TempDir(), n.do(func(text string, _ bool) steelyard.Observation {
		if text == "flips" {
			return exited([]string{"no", "yes", "yes", "yes"}[(calls.Add(1)-1)%4]) // warm, cold, cold, warm
		}
		return exited(text)
	}))
	defer r.close(t)
	if w := r.Score(t.Context(), r.job("f", "flips 0")); w.Reward.Outcome != steelyard.Unstable {
		t.Errorf("%s, want unstable", w.Reward.Outcome)
	}
	before := n.warm.Load()
	if w := r.Score(t.Context(), r.job("y", "yes 0")); w.Reward.Outcome != steelyard.Pass || n.warm.Load() != before+1 {
		t.Errorf("%s with %d warm executions: the profile must still be used", w.Reward.Outcome, n.warm.Load()-before)
	}
}

func TestProgramThatComputesTooLongIsNotConfirmed(t *testing.T) {
	t.Parallel()
	var n temperatures
	r := newRig(t, warmGrader{}, t.TempDir(), n.do(func(text string, warm bool) steelyard.Observation {
		o := exited("")
		o.Outcome.Procs[0].End, o.Measure.Wall, o.Measure.CPU = steelyard.EndTimeout, steelyard.Duration(2e9), 0
		if text == "computes" {
			o.Outcome.Procs[0].Limit = "cpu"
			o.Measure.CPU = steelyard.Duration(19e8)
		} else if !warm {
			o = exited("yes") // waited for a lock that the fork had taken along
		}
		return o
	}))
	defer r.close(t)
	if w := r.Score(t.Context(), r.job("c", "computes")); w.Reward.Outcome != steelyard.Fail || n.cold.Load() != 0 {
		t.Errorf("%s with %d cold executions", w.Reward.Outcome, n.cold.Load())
	}
	if w := r.Score(t.Context(), r.job("w", "waits")); w.Reward.Outcome != steelyard.Pass || slices.Contains(w.Reward.Flags, FlagWarmUnconfirmed) {
		t.Errorf("%s, flags %v", w.Reward.Outcome, w.Reward.Flags)
	}
}

func TestGivenUpWhileOthersWereWeighed(t *testing.T) {
	t.Parallel()
	var n temperatures
	late := make(chan struct{})
	r := newRig(t, warmGrader{}, t.TempDir(), n.do(func(text string, warm bool) steelyard.Observation {
		switch {
		case text == "late" && warm:
			<-late
			return exited("yes")
		case text == "late":
			return steelyard.InfraObservation("", "sandbox", "no more processes", false)
		case warm:
			return exited("no")
		}
		return exited("yes")
	}))
	defer r.close(t)
	done := make(chan Weighed)
	go func() { done <- r.Score(t.Context(), r.job("late", "late 0")) }()
	for r.Meter().Counts().Running == 0 {
		time.Sleep(time.Millisecond)
	}
	r.Score(t.Context(), r.job("bad", "bad 0"))
	close(late)
	if w := <-done; w.Reward.Outcome != steelyard.Pass || !slices.Contains(w.Reward.Flags, FlagWarmUnconfirmed) {
		t.Errorf("%s, flags %v: want pass, flagged", w.Reward.Outcome, w.Reward.Flags)
	}
}
