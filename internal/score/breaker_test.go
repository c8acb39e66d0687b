package score

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"

	"steelyard"
	"steelyard/internal/grade"
	"steelyard/internal/sandbox"
	"steelyard/internal/sandbox/mem"
	"steelyard/internal/tree"
)

// manyTasks are n jobs for each text, of one task or of a task each.
func manyTasks(t *testing.T, r *rig, n int, oneTask bool, texts ...string) iter.Seq[Job] {
	t.Helper()
	return func(yield func(Job) bool) {
		for _, text := range texts {
			task := r.task
			for i := range n {
				if i == 0 || !oneTask {
					var err error
					if task, err = r.Prepare(&steelyard.Task{ID: fmt.Sprint(text, i), Kind: "echo"}); err != nil {
						t.Error(err)
						return
					}
				}
				job := r.job(fmt.Sprint(text, i), fmt.Sprint(text, " ", i))
				job.Task = task
				if !yield(job) {
					return
				}
			}
		}
	}
}

// failing answers as the sandbox does whose trouble the first word names.
func failing(_ context.Context, _ *sandbox.Mounts, x *steelyard.Exec) steelyard.Observation {
	probe := x.Procs[0].Argv[0] == "/bin/true"
	word := ""
	if !probe {
		word, _, _ = strings.Cut(says(x), " ")
	}
	switch {
	case word == "refused":
		return steelyard.InfraObservation("", "sandbox", "a memory limit is demanded, and this host cannot enforce one", false)
	case word == "dying":
		return steelyard.InfraObservation("", "sandbox", "slot died", true)
	}
	return exited("yes")
}

func nothingWorks(context.Context, *sandbox.Mounts, *steelyard.Exec) steelyard.Observation {
	return steelyard.InfraObservation("", "sandbox", "no space left", false)
}

func TestRunStopsOnlyWhenTheMachineryIsBroken(t *testing.T) {
	t.Parallel()
	const n = 150
	for _, c := range []struct {
		name    string
		do      mem.DoFunc
		oneTask bool
		texts   []string
		// broken: the run stops, and how that was found out.
		broken, probe bool
	}{
		{"nothing works, one task", nothingWorks, true, []string{"good"}, true, true},
		{"nothing works, many tasks", nothingWorks, false, []string{"good"}, true, true},
		{"sandboxes die under every task", failing, false, []string{"dying"}, true, false},
		{"sandboxes die under one task", failing, true, []string{"dying", "good"}, false, false},
		{"one task's demands cannot be met", failing, true, []string{"refused", "good"}, false, false},
		{"the demands of a whole set cannot be met", failing, false, []string{"refused", "good"}, false, false},
		{"a tool is missing", failing, false, []string{"@python", "good"}, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, toolGrader{}, t.TempDir(), c.do, func(cfg *Config) { cfg.Ordered = true })
			defer r.close(t)
			var last error
			good := 0
			for w, err := range r.Run(t.Context(), manyTasks(t, r, n, c.oneTask, c.texts...)) {
				last = err
				if err == nil && w.Outcome == steelyard.Pass {
					good++
				}
			}
			var broken *BrokenError
			if stopped := errors.As(last, &broken); stopped != c.broken || !stopped && last != nil {
				t.Fatalf("ended with %v: want stopped %v", last, c.broken)
			}
			if c.broken {
				if (broken.Probe != "") != c.probe || broken.Reason == "" || broken.InARow < breakAfter {
					t.Errorf("%+v: want the probe's failure %v", broken, c.probe)
				}
				return
			}
			if good != n {
				t.Errorf("%d of %d good rollouts were weighed", good, n)
			}
		})
	}
}

// toolGrader has the sandbox run the tool that the rollout names.
type toolGrader struct{ echoGrader }

func (g toolGrader) Next(in grade.Input, seen []steelyard.Observation) ([]steelyard.Step, error) {
	steps, err := g.echoGrader.Next(in, seen)
	for i := range steps {
		if text := in.Rollout.Text.String(); strings.HasPrefix(text, "@") {
			tool, _, _ := strings.Cut(text, " ")
			steps[i].Exec.Procs[0].Argv[0] = tool
		}
	}
	return steps, err
}

func TestInterpreterThatATaskNamesInVainIsTheTasksFault(t *testing.T) {
	t.Parallel()
	host, err := tree.New(t.Context(), tree.Config{})
	if err != nil {
		t.Fatal(err)
	}
	r := newRig(t, echoGrader{}, t.TempDir(), echo, func(c *Config) {
		c.Env = func(ctx context.Context, task *steelyard.Task, _ *steelyard.Exec) (*tree.Env, error) {
			return host.Env(ctx, task.Env.Python)
		}
	})
	defer r.close(t)
	task, err := r.Prepare(&steelyard.Task{ID: "other", Kind: "echo", Env: steelyard.EnvRef{Python: "/nonexistent/python"}})
	if err != nil {
		t.Fatal(err)
	}
	job := r.job("r", "yes")
	job.Task = task
	w := r.Score(t.Context(), job)
	if w.Err != nil || w.Reward.Outcome != steelyard.Invalid || !strings.HasPrefix(w.Reward.Reason, "env.python: ") {
		t.Errorf("%s, %q, %v: want invalid, and the field", w.Reward.Outcome, w.Reward.Reason, w.Err)
	}
}
