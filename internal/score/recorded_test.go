package score

import (
	"math"
	"strings"
	"testing"

	"steelyard"
	"steelyard/internal/grade"
)

// oddGrader gives a score that is no number where the text asks for it.
type oddGrader struct{ echoGrader }

func (g oddGrader) Verdict(in grade.Input, seen []steelyard.Observation) (steelyard.Verdict, error) {
	v, err := g.echoGrader.Verdict(in, seen)
	switch in.Rollout.Text.String() {
	case "nan":
		v.Score = math.NaN()
	case "inf":
		v.Score = math.Inf(1)
	}
	return v, err
}

func TestOneRolloutNeverStopsTheRun(t *testing.T) {
	t.Parallel()
	for _, kept := range []bool{true, false} {
		dir := ""
		if kept {
			dir = t.TempDir()
		}
		r := newRig(t, oddGrader{}, dir, echo, func(c *Config) { c.Ordered = true })
		jobs := []Job{r.job("a", "nan"), r.job("b", "yes"), r.job("c", "inf"), r.job("d", "yes"), r.job("e", "no")}
		jobs[1].Rollout.Trajectory = []byte(`{"no": JSON`)
		var got []string
		for w, err := range r.Run(t.Context(), func(yield func(Job) bool) {
			for _, j := range jobs {
				if !yield(j) {
					return
				}
			}
		}) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, w.Rollout+" "+string(w.Outcome))
			if w.Outcome == steelyard.Invalid && !strings.Contains(w.Reason, "no finite sum") {
				t.Errorf("%s: reason %q", w.Rollout, w.Reason)
			}
		}
		second := "b not_judged"
		if !kept {
			second = "b pass" // nothing needs the trajectory
		}
		want := strings.Join([]string{"a invalid", second, "c invalid", "d pass", "e fail"}, ", ")
		if s := strings.Join(got, ", "); s != want {
			t.Errorf("%s, want %s", s, want)
		}
		r.close(t)
	}
}
