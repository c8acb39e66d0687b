package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"steelyard"
	"steelyard/internal/cas"
	"steelyard/internal/ledger"
	"steelyard/internal/score"
)

type replayCmd struct {
	outputFlags
	stateFlags
	RunID     string   `name:"run" placeholder:"ID" help:"Run to replay (default: the last one)."`
	Plan      bool     `help:"List the executions that would have to be made, instead of rewards."`
	FailUnder *float64 `placeholder:"X" help:"Fail (exit 1) when the mean reward is below X."`
}

// Missing is the record of `replay --plan`: a step whose observation is not
// in the ledger.
type Missing struct {
	Type    string           `json:"type"` // "missing"
	V       int              `json:"v"`
	Run     string           `json:"run"`
	Task    string           `json:"task"`
	Rollout string           `json:"rollout"`
	Step    string           `json:"step"`
	Exec    *steelyard.Exec  `json:"exec,omitempty"`
	Key     steelyard.Digest `json:"key,omitempty"`
	Reason  string           `json:"reason,omitempty"`
}

// records is a ledger opened to be read.
type records struct {
	ledger *ledger.Ledger
	store  *cas.Store
	run    ledger.Run
}

func (w *world) openRecords(ctx context.Context, state *stateFlags, id string) (*records, error) {
	dir, err := state.dir(w)
	if err != nil {
		return nil, err
	}
	if !ledger.Exists(dir) {
		return nil, &steelyard.InputError{File: dir, Problem: "nothing was recorded here", Remedy: "run steelyard score first, or name its state folder with --state"}
	}
	l, store, err := w.openLedger(ctx, dir)
	if err != nil {
		return nil, err
	}
	r := &records{ledger: l, store: store}
	runs, err := l.Runs(ctx)
	if err == nil && len(runs) == 0 {
		err = &steelyard.InputError{File: dir, Problem: "holds no run", Remedy: "run steelyard score first"}
	}
	if err == nil {
		r.run, err = pickRun(runs, id)
	}
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return r, nil
}

func pickRun(runs []ledger.Run, id string) (ledger.Run, error) {
	if id == "" {
		return runs[len(runs)-1], nil
	}
	var names []string
	for _, r := range runs {
		if r.ID == id {
			return r, nil
		}
		names = append(names, r.ID)
	}
	return ledger.Run{}, &steelyard.InputError{Field: "--run", Problem: fmt.Sprintf("there is no run %q", id), Remedy: steelyard.DidYouMean(id, names)}
}

// replayer returns a replayer over the records.
func (w *world) replayer(r *records) *score.Replayer {
	return score.NewReplayer(score.ReplayConfig{
		Graders: w.builtin().graders, Run: r.run.ID, Logger: w.log,
		Read: func(b steelyard.Blob) ([]byte, error) { return r.store.Get(b.Digest) },
		Task: r.ledger.Task, Attempts: r.ledger.Attempts,
	})
}

// Run recomputes a run from what is recorded.
func (c *replayCmd) Run(ctx context.Context, w *world) (err error) {
	began := time.Now()
	r, err := w.openRecords(ctx, &c.stateFlags, c.RunID)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.ledger.Close()) }()
	p := w.replayer(r)
	if c.Plan {
		return c.plan(ctx, w, r, p)
	}
	out, err := w.openSink(&c.outputFlags)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.close()) }()
	sum := steelyard.Summary{Type: "summary", V: steelyard.WireVersion}
	total := 0.0
	for entry, err := range r.ledger.Entries(ctx, r.run.ID, score.DefaultProgram) {
		if err != nil {
			return stopped(err)
		}
		if ctx.Err() != nil {
			return errInterrupted
		}
		res, err := p.Replay(ctx, &entry)
		if err != nil {
			return stopped(err)
		}
		tally(&sum, &res.Reward)
		if res.Reward.Value != nil {
			total += *res.Reward.Value
		}
		if err := out.reward(&res.Reward); err != nil {
			return stopped(err)
		}
	}
	sum.WallS = time.Since(began).Round(time.Millisecond).Seconds()
	if err := out.summary(&sum); err != nil {
		return stopped(err)
	}
	return verdictOf(&sum, total, c.FailUnder)
}

func (c *replayCmd) plan(ctx context.Context, w *world, r *records, p *score.Replayer) error {
	enc := json.NewEncoder(w.Stdout)
	enc.SetEscapeHTML(false)
	for entry, err := range r.ledger.Entries(ctx, r.run.ID, score.DefaultProgram) {
		if err != nil {
			return stopped(err)
		}
		res, err := p.Replay(ctx, &entry)
		if err != nil {
			return stopped(err)
		}
		for _, s := range res.Missing {
			m := Missing{Type: "missing", V: steelyard.WireVersion, Run: r.run.ID, Task: res.Reward.Task, Rollout: res.Reward.Rollout, Step: s.Name, Exec: s.Exec, Reason: res.Why}
			if err := enc.Encode(m); err != nil {
				return err
			}
		}
	}
	return nil
}
