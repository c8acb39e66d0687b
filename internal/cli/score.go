package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	"steelyard"
	"steelyard/internal/score"
)

type scoreCmd struct {
	inputFlags
	hostFlags
	engineFlags
	outputFlags
	stateFlags
	FailUnder *float64 `placeholder:"X" help:"Fail (exit 1) when the mean reward is below X."`
	RunID     string   `name:"run" placeholder:"ID" help:"Name of the run (default: made from the command)."`
}

// Run weighs what the flags name.
func (c *scoreCmd) Run(ctx context.Context, w *world) (err error) {
	if err := errors.Join(c.inputFlags.validate(), c.engineFlags.validate()); err != nil {
		return err
	}
	in, err := w.openInput(ctx, &c.inputFlags)
	if err != nil {
		return err
	}
	b, err := w.openBench(ctx, &c.stateFlags, &c.hostFlags)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	run := c.scoreRun()
	return w.weigh(ctx, b, in, run)
}

func (c *scoreCmd) scoreRun() *weighing {
	return &weighing{engine: &c.engineFlags, out: &c.outputFlags, failUnder: c.FailUnder, id: c.RunID}
}

// weighing is one run of the engine over an input.
type weighing struct {
	engine    *engineFlags
	out       *outputFlags
	failUnder *float64
	// id is the run's name when the user gave one.
	id string
	// sink, when set, takes the records in place of what out says.
	sink sink
}

// runInfo is what the ledger keeps about a run.
type runInfo struct {
	Inputs []string `json:"inputs"`
	Engine string   `json:"engine"`
	Tier   string   `json:"tier"`
}

// weigh runs the engine over the input and prints what comes out.
func (w *world) weigh(ctx context.Context, b *bench, in *input, run *weighing) (err error) {
	began := time.Now()
	id, err := b.beginRun(ctx, w, in, run)
	if err != nil {
		return err
	}
	e, err := b.newEngine(w, id, run.engine)
	if err != nil {
		return err
	}
	out := run.sink
	if out == nil {
		if out, err = w.openSink(run.out, in.f.Tasks, in.f.Rollouts); err != nil {
			return err
		}
	}
	defer func() { err = errors.Join(err, out.close()) }()
	sum := steelyard.Summary{Type: "summary", V: steelyard.WireVersion}
	in.prepare = e.Prepare
	var skipped []*steelyard.ErrorRecord // only what could not be written
	skips := make(chan struct{}, 1)
	skips <- struct{}{}
	nSkipped := 0
	// In order, a record that was skipped comes after the rewards of the lines
	// before it, and not when it happens to be read.
	type held struct {
		after int
		r     *steelyard.ErrorRecord
	}
	var waiting []held
	written := 0
	release := func(all bool) {
		<-skips
		defer func() { skips <- struct{}{} }()
		for len(waiting) > 0 && (all || waiting[0].after <= written) {
			if err := out.skipped(waiting[0].r); err != nil {
				skipped = append(skipped, waiting[0].r)
			}
			waiting = waiting[1:]
		}
	}
	in.onSkip = func(r *steelyard.ErrorRecord) {
		<-skips
		defer func() { skips <- struct{}{} }()
		nSkipped++
		if run.engine.Ordered {
			waiting = append(waiting, held{int(in.offered.Load()), r})
			return
		}
		if err := out.skipped(r); err != nil {
			skipped = append(skipped, r)
		}
	}
	endProgress := w.startProgress(func() score.Counts { return e.Meter().Counts() }, in.total)
	mean := 0.0
	var cut error // why the run ended early
	for r, err := range e.Run(ctx, in.jobs()) {
		if err != nil {
			cut = err
			break
		}
		tally(&sum, &r)
		if r.Value != nil {
			mean += *r.Value
		}
		release(false)
		if err := out.reward(&r); err != nil {
			cut = err
			break
		}
		written++
	}
	release(true)
	endProgress()
	n := e.Meter().Counts()
	w.log.Info("weighed", "done", n.Done, "recorded", n.Recorded, "executed", n.Executed, "reused", n.Reused, "sampled", n.Sampled,
		"confirmed", n.Confirmed, "warm_checked", n.WarmChecked, "warm_differed", n.WarmDiffered)
	switch {
	case errors.Is(cut, errInterrupted), cut == nil && ctx.Err() != nil:
		return errInterrupted
	case cut != nil:
		return stopped(cut)
	case in.err != nil:
		return in.err
	}
	sum.Skipped = nSkipped
	sum.WallS = time.Since(began).Round(time.Millisecond).Seconds()
	if err := b.ledger.FinishRun(ctx, id); err != nil {
		return stopped(err)
	}
	if err := out.summary(&sum); err != nil {
		return stopped(err)
	}
	if len(skipped) > 0 {
		return &stoppedError{fmt.Errorf("%d error records could not be written", len(skipped))}
	}
	return verdictOf(&sum, mean, run.failUnder)
}

// beginRun names the run and has the ledger begin or continue it. A run that
// asked for fresh executions is continued when it was cut short, and begun anew
// when it was complete.
func (b *bench) beginRun(ctx context.Context, w *world, in *input, run *weighing) (string, error) {
	inputs := in.f.identity()
	id := run.id
	if id == "" {
		var err error
		if id, err = b.runID(ctx, inputs, run.engine); err != nil {
			return "", err
		}
	}
	if run.engine.NoCache || run.engine.Resample > 1 {
		base := id
		for n := 2; ; n++ {
			old, ok, err := b.ledger.Run(ctx, id)
			if err != nil {
				return "", err
			}
			if !ok || old.Finished.IsZero() {
				break
			}
			id = base + "." + strconv.Itoa(n)
		}
	}
	info, err := json.Marshal(runInfo{Inputs: inputs, Engine: steelyard.Version, Tier: b.backend.Tier()})
	if err != nil {
		return "", err
	}
	r, err := b.ledger.BeginRun(ctx, id, info)
	if err != nil {
		return "", err
	}
	w.log.Info("run", "id", id, "resumed", r.Resumed, "tier", b.backend.Tier())
	return id, nil
}

func tally(sum *steelyard.Summary, r *steelyard.Reward) {
	sum.Scored++
	switch r.Outcome {
	case steelyard.Pass:
		sum.Passed++
	case steelyard.Fail:
		sum.Failed++
	case steelyard.Unstable:
		sum.Unstable++
	case steelyard.Invalid:
		sum.Invalid++
	case steelyard.NotJudged:
		sum.Masked++
	}
}

// verdictOf turns a complete run into its exit: a failed gate, lines without a
// reward, or nothing to say. total is the sum of the rewards.
func verdictOf(sum *steelyard.Summary, total float64, failUnder *float64) error {
	weighed := sum.Passed + sum.Failed
	if failUnder != nil {
		if weighed == 0 {
			return &gateError{"--fail-under: no line got a reward"}
		}
		if mean := total / float64(weighed); mean < *failUnder {
			return &gateError{fmt.Sprintf("--fail-under: the mean reward %.4g is below %g", mean, *failUnder)}
		}
	}
	if n := sum.Masked + sum.Invalid + sum.Unstable; n > 0 || sum.Skipped > 0 {
		return &partialError{fmt.Sprintf("finished, but %d of %d lines have no reward (%d could not be judged, %d of invalid tasks, %d unstable) and %d were skipped; steelyard explain ID says why",
			n, sum.Scored, sum.Masked, sum.Invalid, sum.Unstable, sum.Skipped)}
	}
	return nil
}

// total is how many jobs there will be.
func (in *input) total() (n int, estimate bool) {
	offered := int(in.offered.Load())
	if in.known.Load() {
		return offered, false
	}
	read := in.read.Load()
	if in.size <= 0 || read <= 0 || offered == 0 {
		return 0, true
	}
	return int(float64(offered) / min(float64(read)/float64(in.size), 1)), true
}

func fileSize(path string) int64 {
	if st, err := os.Stat(path); err == nil && st.Mode().IsRegular() {
		return st.Size()
	}
	return 0
}
