package score

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"steelyard"
	"steelyard/internal/ledger"
)

// Stored is a rollout as the ledger keeps it: with what the engine was told of
// it, so that a replay needs nothing but the ledger.
type Stored struct {
	Gold    bool               `json:"gold,omitempty"`
	Rollout *steelyard.Rollout `json:"rollout"`
}

// LedgerID names a rollout within a run: its id and a part of the digest of what
// it is weighed for. So an input that was changed between two runs of the same
// command is weighed where it changed, and answered from the record elsewhere.
func LedgerID(task steelyard.Digest, r *steelyard.Rollout) (id string, content steelyard.Digest, err error) {
	out, err := steelyard.DigestJSON(struct {
		steelyard.Output
		Trajectory   json.RawMessage `json:"trajectory,omitempty"`
		FinishReason string          `json:"finish_reason,omitempty"`
	}{r.Output, r.Trajectory, r.FinishReason})
	if err != nil {
		return "", "", fmt.Errorf("rollout %s: %w", r.ID, err)
	}
	content = combine([]steelyard.Digest{task, out})
	head := r.Run + "\x1f" + r.Task + "\x1f" + r.ID
	if len(head) > ledger.MaxIDLen-16 {
		head = steelyard.DigestOf([]byte(head)).Hex()
	}
	return head + "\x1f" + content.Short(), content, nil
}

// NamesOf returns the task and id of a rollout that the ledger holds.
func NamesOf(r *ledger.Rollout) (task, rollout string, err error) {
	if parts := strings.Split(r.ID, "\x1f"); len(parts) == 4 {
		return parts[1], parts[2], nil
	}
	var s Stored // an id too long to be kept as it is
	if err := json.Unmarshal(r.JSON, &s); err != nil || s.Rollout == nil {
		return "", "", fmt.Errorf("rollout %q in the ledger is unreadable: %w", r.ID, err)
	}
	return s.Rollout.Task, s.Rollout.ID, nil
}

// ticket is a job's place in the ledger.
type ticket struct {
	id string
	// known is the recorded reward, if there is one.
	known json.RawMessage
	// lost says why the ledger cannot hold this job, though it holds others.
	lost error
}

// recorded answers a job whose reward is recorded, and records the others. An
// answer of our own failure is provisional: the same command again tries again.
func (e *Engine) recorded(next Scorer) Scorer {
	if e.cfg.Ledger == nil {
		return next
	}
	return func(ctx context.Context, job Job) Weighed {
		if job.ticket == nil {
			one := []Job{job}
			if err := e.lookUp(ctx, one); err != nil {
				return Weighed{Err: err}
			}
			job = one[0]
		}
		if job.ticket.lost != nil {
			return e.unkept(job, job.ticket.lost)
		}
		if known := job.ticket.known; known != nil {
			w := Weighed{Recorded: true}
			if err := decodeReward(known, &w.Reward); err != nil {
				return e.unkept(job, err)
			}
			// Whose it is comes from this input, not from the one that was weighed:
			// the same answer may come back in another step, group or policy.
			who := e.identified(job)
			r := &w.Reward
			r.Task, r.Rollout, r.Run, r.Step = who.Task, who.Rollout, who.Run, who.Step
			r.Policy, r.Group, r.Index = who.Policy, who.Group, who.Index
			return w
		}
		w := next(ctx, job)
		if w.Err == nil {
			e.record(ctx, job, &w)
		}
		return w
	}
}

// unkept masks a rollout that cannot be brought into the ledger or out of it. It
// is one rollout's trouble: the run goes on.
func (e *Engine) unkept(job Job, err error) Weighed {
	e.cfg.Logger.Error("rollout cannot be recorded", "task", job.Task.ID, "rollout", job.Rollout.ID, "err", err)
	return e.judged(job, nil, steelyard.Verdict{
		Outcome: steelyard.NotJudged, Cause: steelyard.CauseInfra, Channel: steelyard.ChannelSeparate,
		Reason: "store: " + err.Error(),
	})
}

// lookUp fills in what the ledger knows of the jobs, and has it accept the rest.
func (e *Engine) lookUp(ctx context.Context, jobs []Job) error {
	l := e.cfg.Ledger
	if l == nil {
		return nil
	}
	// at are the places in jobs of those that the ledger can be asked for.
	var contents []steelyard.Digest
	var ids []string
	var at []int
	for i := range jobs {
		j := &jobs[i]
		id, content, err := LedgerID(j.Task.Digest, j.Rollout)
		j.ticket = &ticket{id: id, lost: err}
		if err == nil {
			ids, contents, at = append(ids, id), append(contents, content), append(at, i)
		}
	}
	known, err := l.Rewards(ctx, e.cfg.Run, e.cfg.Program, ids...)
	if err != nil {
		return err
	}
	var tasks []ledger.Task
	var rollouts []ledger.Rollout
	var offered []*ticket
	for k, i := range at {
		j := &jobs[i]
		if known[k].Recorded && !known[k].Provisional {
			j.ticket.known = known[k].Reward
			continue
		}
		if known[k].Accepted {
			continue
		}
		if j.Task.accepted.CompareAndSwap(false, true) {
			b, err := json.Marshal(j.Task.Task)
			if err != nil {
				j.Task.accepted.Store(false)
				j.ticket.lost = fmt.Errorf("task %s: %w", j.Task.ID, err)
				continue
			}
			tasks = append(tasks, ledger.Task{Digest: j.Task.Digest, JSON: b})
		}
		b, err := json.Marshal(Stored{j.Gold, j.Rollout})
		if err != nil {
			j.ticket.lost = fmt.Errorf("rollout %s: %w", j.Rollout.ID, err)
			continue
		}
		rollouts = append(rollouts, ledger.Rollout{Run: e.cfg.Run, ID: ids[k], Task: j.Task.Digest, JSON: b, Content: contents[k]})
		offered = append(offered, j.ticket)
	}
	if err := l.AcceptTasks(ctx, tasks...); err != nil {
		return err
	}
	answers, err := l.AcceptRollouts(ctx, rollouts...)
	if err != nil {
		return err
	}
	for i, a := range answers {
		if a == ledger.Conflict {
			offered[i].lost = errors.New("the ledger has another content under this rollout's name")
		}
	}
	return nil
}

// record keeps what came of a job and waits until it is durable. Only a failure
// of the ledger itself is an error of the run.
func (e *Engine) record(ctx context.Context, j Job, w *Weighed) {
	res, err := e.result(ctx, j, w)
	if err != nil {
		*w = e.unkept(j, err)
		if res, err = e.result(ctx, j, w); err != nil {
			w.Err = err
			return
		}
	}
	rec, err := e.cfg.Ledger.Record(ctx, res)
	if err != nil {
		w.Err = err
		return
	}
	if !rec.First {
		// Another process weighed it meanwhile: the first result holds.
		w.Recorded = true
		w.Err = decodeReward(rec.Reward, &w.Reward)
	}
}

// result is what the ledger keeps of a job.
func (e *Engine) result(ctx context.Context, j Job, w *Weighed) (*ledger.Result, error) {
	b, err := json.Marshal(&w.Reward)
	if err != nil {
		return nil, fmt.Errorf("reward: %w", err)
	}
	res := &ledger.Result{
		Run: e.cfg.Run, Rollout: j.ticket.id, Program: e.cfg.Program, Reward: b,
		Provisional: w.Reward.Outcome == steelyard.NotJudged,
	}
	e.knownIDs(ctx, w.Steps)
	for i := range w.Steps {
		s := &w.Steps[i]
		if s.Key == "" {
			continue // it never became executable; the reward says why
		}
		x := ledger.Execution{ID: s.Recorded, Key: s.Key}
		if s.Recorded == 0 { // else the ledger has the rest
			if x, err = execution(s.Key, &s.Observation, s.Reusable); err != nil {
				return nil, err
			}
			if s.Reusable {
				if x.Outcome, err = s.digest(); err != nil {
					return nil, err
				}
			}
		}
		res.Steps = append(res.Steps, ledger.Step{Name: s.Observation.Step, Execution: x})
		for k := range s.Attempts {
			a, err := execution(s.Key, &s.Attempts[k], false)
			if err != nil {
				return nil, err
			}
			res.Retried = append(res.Retried, a)
		}
		if s.Again != nil {
			// With its outcome, the ledger finds that the two differ and marks every
			// sharer; that is right where the verdict differs too.
			disputed := w.Reward.Outcome == steelyard.Unstable
			a, err := execution(s.Key, s.Again, disputed)
			if err == nil && disputed {
				a.Outcome, err = s.Again.Digest()
			}
			if err != nil {
				return nil, err
			}
			res.Retried = append(res.Retried, a)
		}
	}
	return res, nil
}

// knownIDs finds the ledger's ids of steps that were taken from memory, so that
// their observations are not kept twice.
func (e *Engine) knownIDs(ctx context.Context, steps []Executed) {
	var keys []steelyard.Digest
	var at []int
	for i := range steps {
		if s := &steps[i]; s.Observation.Measure.Cached && s.Recorded == 0 && s.Key != "" {
			keys, at = append(keys, s.Key), append(at, i)
		}
	}
	if len(keys) == 0 {
		return
	}
	found, err := e.cfg.Ledger.Executions(ctx, keys...)
	if err != nil {
		return // they are kept twice, then
	}
	for i, x := range found {
		if x == nil || x.Disputed {
			continue
		}
		if d, err := steps[at[i]].digest(); err == nil && d == x.Outcome {
			steps[at[i]].Recorded = x.ID
		}
	}
}

func execution(key steelyard.Digest, o *steelyard.Observation, reusable bool) (ledger.Execution, error) {
	b, err := json.Marshal(o)
	if err != nil {
		return ledger.Execution{}, fmt.Errorf("observation of step %s: %w", o.Step, err)
	}
	return ledger.Execution{Key: key, Observation: b, Reusable: reusable}, nil
}

func decodeReward(b []byte, r *steelyard.Reward) error {
	*r = steelyard.Reward{}
	if err := json.Unmarshal(b, r); err != nil {
		return fmt.Errorf("recorded reward: %w", err)
	}
	return nil
}
