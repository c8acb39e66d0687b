package score

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"steelyard"
	"steelyard/internal/sandbox"
)

// A rollout that makes its task look broken is believed only where the task's
// own solution fares no better.
func TestAccusedTasks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		gold    string
		outcome steelyard.VerdictOutcome
	}{
		"solution passes":         {"yes", steelyard.Fail},
		"solution fails":          {"no", steelyard.Invalid},
		"solution is accused too": {"broken", steelyard.Invalid},
		"no solution":             {"", steelyard.Invalid},
		"solution not judged":     {"infra", steelyard.Invalid},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var golds atomic.Int32
			r := newRig(t, echoGrader{}, "", func(ctx context.Context, m *sandbox.Mounts, x *steelyard.Exec) steelyard.Observation {
				golds.Add(1)
				if says(x) == "infra" {
					return steelyard.InfraObservation("", "sandbox", "no more namespaces", false)
				}
				return echo(ctx, m, x)
			})
			defer r.close(t)
			if c.gold != "" {
				r.task.Gold = []steelyard.Output{{Text: steelyard.Text(c.gold)}}
			}
			for _, got := range r.run(t, "broken", "broken", "broken") {
				if got.Outcome != c.outcome {
					t.Errorf("outcome %s, want %s (%s)", got.Outcome, c.outcome, got.Reason)
				}
				acquitted := c.outcome == steelyard.Fail
				if slices.Contains(got.Flags, FlagBlamedTask) != acquitted || (got.Value != nil) != acquitted || !strings.Contains(got.Reason, "contradict") {
					t.Errorf("flags %v, value %v, reason %q", got.Flags, got.Value, got.Reason)
				}
			}
			if c.gold == "yes" && golds.Load() != 1 {
				t.Errorf("the solution was executed %d times for three accusations", golds.Load())
			}
		})
	}
}
