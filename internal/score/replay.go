package score

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"

	"steelyard"
	"steelyard/internal/grade"
	"steelyard/internal/ledger"
)

// ReplayConfig is what a Replayer is made of.
type ReplayConfig struct {
	Graders map[string]grade.Grader
	Run     string
	Program string
	Read    func(steelyard.Blob) ([]byte, error)
	// Task returns the JSON of a task.
	Task func(ctx context.Context, d steelyard.Digest) (json.RawMessage, bool, error)
	// Attempts returns every execution of a step.
	Attempts func(ctx context.Context, key steelyard.Digest) ([]ledger.Execution, error)
	Logger   *slog.Logger
}

// Replayer recomputes verdicts and rewards from what is recorded. It executes
// nothing.
type Replayer struct {
	cfg ReplayConfig
	e   *Engine
	// The last task is kept: rollouts of a task usually follow each other.
	lastDigest steelyard.Digest
	lastTask   *Task
}

// NewReplayer returns a Replayer; it is for one goroutine.
func NewReplayer(cfg ReplayConfig) *Replayer {
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	if cfg.Program == "" {
		cfg.Program = DefaultProgram
	}
	// Only the pure half of an engine is used: no pool, no environment, no ledger.
	e := &Engine{cfg: Config{Graders: cfg.Graders, Run: cfg.Run, Program: cfg.Program, Read: cfg.Read, Logger: cfg.Logger}}
	return &Replayer{cfg: cfg, e: e}
}

// Replayed is a recomputed reward and the facts it comes from.
type Replayed struct {
	Job     Job
	Reward  steelyard.Reward
	Verdict steelyard.Verdict
	Steps   []Executed
	// Asked are the steps that the grader asked for, aligned with Steps.
	Asked []steelyard.Step
	// Missing are steps whose observations are not recorded, and Why says in what
	// sense.
	Missing []steelyard.Step
	Why     string
}

// Replay recomputes one rollout. A reward whose facts are missing is null, with
// cause facts_missing.
func (p *Replayer) Replay(ctx context.Context, entry *ledger.Entry) (*Replayed, error) {
	t, err := p.task(ctx, entry.Rollout.Task)
	if err != nil {
		return nil, err
	}
	var stored Stored
	if err := json.Unmarshal(entry.Rollout.JSON, &stored); err != nil || stored.Rollout == nil {
		return nil, fmt.Errorf("rollout %q in the ledger is unreadable: %w", entry.Rollout.ID, err)
	}
	out := &Replayed{Job: Job{Task: t, Rollout: stored.Rollout, Gold: stored.Gold}}
	if t.Broken == "" && t.Task.Broken == "" && stored.Gold && len(t.Gold) == 0 {
		t.Broken = NoGold
	}
	if t.Broken != "" {
		w := p.e.judged(out.Job, nil, broken(t.Broken))
		out.Reward, out.Verdict = w.Reward, w.Verdict
		return out, nil
	}
	recorded, err := decodeSteps(entry.Result)
	if err != nil {
		return nil, err
	}
	in := grade.Input{Task: t.Task, Rollout: stored.Rollout, Read: p.e.read}
	v := p.walk(in, t, recorded, out)
	if v == nil {
		v = &steelyard.Verdict{
			Outcome: steelyard.NotJudged, Cause: steelyard.CauseFactsMissing,
			Reason: fmt.Sprintf("%d executions are not recorded (%s); steelyard replay --plan lists them", len(out.Missing), out.Why),
		}
	}
	if v.Outcome == steelyard.Pass || v.Outcome == steelyard.Fail {
		if *v, err = p.disputes(ctx, in, t, recorded, out, *v); err != nil {
			return nil, err
		}
	}
	w := p.e.judged(out.Job, out.Steps, *v)
	out.Reward, out.Verdict = w.Reward, w.Verdict
	return out, sameFacts(entry.Result, &out.Reward)
}

// sameFacts takes over from the recorded reward what only the execution knew:
// the environment, if the observations are the same.
func sameFacts(res *ledger.Result, r *steelyard.Reward) error {
	if res == nil {
		return nil
	}
	var old steelyard.Reward
	if err := decodeReward(res.Reward, &old); err != nil {
		return err
	}
	if old.Provenance.Observations == r.Provenance.Observations {
		r.Provenance.Env = old.Provenance.Env
	}
	return nil
}

// walk leads the grader through the recorded observations. It returns no verdict
// when facts are missing.
func (p *Replayer) walk(in grade.Input, t *Task, recorded []recordedStep, out *Replayed) *steelyard.Verdict {
	var seen []steelyard.Observation
	for round := 0; round <= maxRounds; round++ {
		var next []steelyard.Step
		err := guarded(func() (err error) {
			next, err = t.Grader.Next(in, seen)
			return err
		})
		if err != nil {
			v := p.e.faulty(t, err)
			return &v
		}
		if len(next) == 0 {
			break
		}
		for i := range next {
			k := len(seen)
			if k >= len(recorded) {
				out.Missing, out.Why = append(out.Missing, next[i:]...), "they were never made, or the run stopped before"
				// An early exit leaves checks that were not run, which is a verdict;
				// nothing at all is not.
				if k > 0 && p.failedAlready(in, t, seen) {
					v := p.e.verdict(t, in, seen)
					return &v
				}
				return nil
			}
			if recorded[k].name != next[i].Name {
				out.Missing, out.Why = append(out.Missing, next[i:]...), "the grader asks otherwise than it did"
				return nil
			}
			seen = append(seen, recorded[k].done.Observation)
			out.Steps = append(out.Steps, recorded[k].done)
			out.Asked = append(out.Asked, next[i])
			if recorded[k].done.Observation.Outcome.Infra != nil {
				v := p.e.verdict(t, in, seen)
				return &v
			}
		}
	}
	v := p.e.verdict(t, in, seen)
	return &v
}

func (p *Replayer) failedAlready(in grade.Input, t *Task, seen []steelyard.Observation) bool {
	return p.e.failedAlready(t, in, seen, nil)
}

// disputes weighs a rollout also by the other executions of steps that turned
// out to differ; the verdict is unstable when one of them says otherwise.
func (p *Replayer) disputes(ctx context.Context, in grade.Input, t *Task, recorded []recordedStep, out *Replayed, v steelyard.Verdict) (steelyard.Verdict, error) {
	if p.cfg.Attempts == nil {
		return v, nil
	}
	for i := range out.Steps {
		if !recorded[i].disputed {
			continue
		}
		attempts, err := p.cfg.Attempts(ctx, out.Steps[i].Key)
		if err != nil {
			return v, err
		}
		for _, a := range attempts {
			if !a.Reusable {
				continue
			}
			seen := make([]steelyard.Observation, len(out.Steps))
			for k := range out.Steps {
				seen[k] = out.Steps[k].Observation
			}
			var o steelyard.Observation
			if err := json.Unmarshal(a.Observation, &o); err != nil {
				return v, fmt.Errorf("execution %d: %w", a.ID, err)
			}
			o.Step = seen[i].Step
			seen[i] = o
			if w := p.e.verdict(t, in, seen); !same(&v, &w) {
				return unstable(v, w), nil
			}
		}
	}
	return v, nil
}

func (p *Replayer) task(ctx context.Context, d steelyard.Digest) (*Task, error) {
	if p.lastTask != nil && p.lastDigest == d {
		return p.lastTask, nil
	}
	b, ok, err := p.cfg.Task(ctx, d)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fmt.Errorf("task %s is not in the ledger", d.Short())
	}
	var t steelyard.Task
	if err := json.Unmarshal(b, &t); err != nil {
		return nil, fmt.Errorf("task %s in the ledger is unreadable: %w", d.Short(), err)
	}
	prepared, err := p.e.Prepare(&t)
	if err != nil {
		return nil, err
	}
	prepared.Digest = d
	p.lastDigest, p.lastTask = d, prepared
	return prepared, nil
}

type recordedStep struct {
	name     string
	done     Executed
	disputed bool
}

func decodeSteps(r *ledger.Result) ([]recordedStep, error) {
	if r == nil {
		return nil, nil
	}
	out := make([]recordedStep, len(r.Steps))
	for i, s := range r.Steps {
		d := &out[i].done
		if err := json.Unmarshal(s.Execution.Observation, &d.Observation); err != nil {
			return nil, fmt.Errorf("execution %d: %w", s.Execution.ID, err)
		}
		d.Key, d.Recorded, d.Reusable = s.Execution.Key, s.Execution.ID, s.Execution.Reusable
		d.Observation.Step = s.Name
		out[i].name, out[i].disputed = s.Name, s.Execution.Disputed
	}
	return out, nil
}
