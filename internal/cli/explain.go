package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"steelyard"
	"steelyard/internal/ledger"
	"steelyard/internal/score"
)

type explainCmd struct {
	ID     string `arg:"" help:"Id of a rollout, of a task with one rollout, or TASK/ROLLOUT."`
	RunID  string `name:"run" placeholder:"ID" help:"Run to look in (default: the last one that has it)."`
	Format string `enum:"auto,text,jsonl" default:"auto" help:"auto (text on a terminal, JSON elsewhere), text or jsonl."`
	Clip   int    `default:"2000" placeholder:"N" help:"Show at most N characters of an output; 0 shows all."`
	stateFlags
}

// Explanation is the record of `explain`: one rollout, and where each number
// came from.
type Explanation struct {
	Type    string            `json:"type"` // "explanation"
	V       int               `json:"v"`
	Run     string            `json:"run"`
	Task    string            `json:"task"`
	Rollout steelyard.Rollout `json:"rollout"`
	// Mode is how the task is weighed, and Weak why it cannot be weighed reliably.
	Mode    string            `json:"mode,omitempty"`
	Weak    string            `json:"weak,omitempty"`
	Steps   []ExplainedStep   `json:"steps"`
	Missing []steelyard.Step  `json:"missing,omitempty"`
	Verdict steelyard.Verdict `json:"verdict"`
	Reward  steelyard.Reward  `json:"reward"`
	Numbers []NumberOrigin    `json:"numbers"`
}

// ExplainedStep is what was asked for and what was observed.
type ExplainedStep struct {
	Name        string                `json:"name"`
	Exec        *steelyard.Exec       `json:"exec,omitempty"`
	Key         steelyard.Digest      `json:"key"`
	Execution   int64                 `json:"execution"`
	Reusable    bool                  `json:"reusable"`
	Observation steelyard.Observation `json:"observation"`
}

// NumberOrigin says where a number of the reward came from.
type NumberOrigin struct {
	Field string `json:"field"`
	Value string `json:"value"`
	From  string `json:"from"`
}

// Run explains one rollout. The run of the ledger is found by its id.
func (c *explainCmd) Run(ctx context.Context, w *world) (err error) {
	r, err := w.openRecords(ctx, &c.stateFlags, c.RunID)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.ledger.Close()) }()
	entry, err := c.find(ctx, r)
	if err != nil {
		return err
	}
	p := w.replayer(r)
	res, err := p.Replay(ctx, entry)
	if err != nil {
		return err
	}
	x := explained(r.run.ID, res)
	columns, terminal := w.Terminal(w.Stdout)
	if c.Format == "text" || c.Format == "auto" && terminal {
		if columns == 0 {
			columns = wide
		}
		(&explainer{w: w.Stdout, clip: c.Clip, columns: columns, colour: terminal && w.Getenv("NO_COLOR") == ""}).print(x)
		return nil
	}
	enc := json.NewEncoder(w.Stdout)
	enc.SetEscapeHTML(false)
	return enc.Encode(x)
}

// find returns the entry that the id names, in the run that was asked for or in
// the last one that has it.
func (c *explainCmd) find(ctx context.Context, r *records) (*ledger.Entry, error) {
	runs := []ledger.Run{r.run}
	if c.RunID == "" {
		all, err := r.ledger.Runs(ctx)
		if err != nil {
			return nil, err
		}
		runs = runs[:0]
		for i := range all {
			runs = append(runs, all[len(all)-1-i])
		}
	}
	for _, run := range runs {
		var found []ledger.Entry
		var names []string
		for e, err := range r.ledger.Entries(ctx, run.ID, score.DefaultProgram) {
			if err != nil {
				return nil, err
			}
			task, rollout, err := score.NamesOf(&e.Rollout)
			if err != nil {
				return nil, err
			}
			const most = 10
			if rollout != c.ID && task != c.ID && task+"/"+rollout != c.ID {
				continue
			}
			if e.Result != nil && len(found) < most {
				found, names = append(found, e), append(names, task+"/"+rollout)
			}
		}
		switch {
		case len(found) == 1, len(found) > 1 && allSame(names):
			r.run = run
			return &found[len(found)-1], nil // of several versions, the last
		case len(found) > 1:
			return nil, &steelyard.InputError{Problem: fmt.Sprintf("%q names several rollouts", c.ID), Remedy: "name one: " + strings.Join(names, ", ")}
		}
	}
	return nil, &steelyard.InputError{Problem: fmt.Sprintf("no weighed rollout is called %q", c.ID), Remedy: "use the id that the reward record has, as ROLLOUT or TASK/ROLLOUT"}
}

func allSame(names []string) bool {
	for _, n := range names {
		if n != names[0] {
			return false
		}
	}
	return true
}

func explained(run string, res *score.Replayed) *Explanation {
	x := &Explanation{
		Type: "explanation", V: steelyard.WireVersion, Run: run, Task: res.Job.Task.ID, Rollout: *res.Job.Rollout,
		Mode: res.Job.Task.Inspection.Mode, Weak: res.Job.Task.Inspection.Weak,
		Steps: []ExplainedStep{}, Missing: res.Missing, Verdict: res.Verdict, Reward: res.Reward,
	}
	for i := range res.Steps {
		x.Steps = append(x.Steps, ExplainedStep{
			Name: res.Asked[i].Name, Exec: res.Asked[i].Exec, Key: res.Steps[i].Key, Execution: res.Steps[i].Recorded,
			Reusable: res.Steps[i].Reusable, Observation: res.Steps[i].Observation,
		})
	}
	x.Numbers = origins(res)
	return x
}

// origins says in words where the numbers of a reward came from.
func origins(res *score.Replayed) []NumberOrigin {
	v, r := &res.Verdict, &res.Reward
	passed, total := v.Counts()
	out := []NumberOrigin{{
		"checks", fmt.Sprintf("%d/%d", passed, total),
		fmt.Sprintf("grader %s, from the observations of %d steps", r.Provenance.Grader, len(res.Steps)),
	}}
	if r.Score != nil {
		out = append(out, NumberOrigin{"score", fmt.Sprintf("%g", *r.Score), "the grader's: the weighted share of checks that passed, or all or nothing"})
	}
	if r.Value == nil {
		out = append(out, NumberOrigin{"reward", "null", fmt.Sprintf("program %s: outcome %s is masked (%s)", r.Provenance.Program, r.Outcome, r.MaskCause)})
	} else {
		out = append(out, NumberOrigin{"reward", fmt.Sprintf("%g", *r.Value), fmt.Sprintf("program %s: 1 for the outcome pass, 0 for fail; the outcome is %s", r.Provenance.Program, r.Outcome)})
	}
	if m := r.Measure; m != nil {
		out = append(out, NumberOrigin{"exec_ms", fmt.Sprintf("%.2f", m.ExecMS), "sum of the steps' wall times, from exec to reap in the sandbox (tier " + m.Tier + ")"})
	}
	return out
}

// explainer prints an explanation for people.
type explainer struct {
	w       io.Writer
	clip    int
	columns int
	colour  bool
}

func (e *explainer) print(x *Explanation) {
	r := &x.Reward
	fmt.Fprintf(e.w, "%s  task %s  run %s\n", printable(x.Rollout.ID), printable(x.Task), x.Run)
	fmt.Fprintf(e.w, "outcome %s", paint(string(r.Outcome), e.colour))
	if r.Cause != "" {
		fmt.Fprintf(e.w, " (%s)", strings.ReplaceAll(r.Cause, "_", " "))
	}
	fmt.Fprintf(e.w, ", channel %s", r.Channel)
	if len(r.Flags) > 0 {
		fmt.Fprintf(e.w, ", flags %s", strings.Join(r.Flags, " "))
	}
	fmt.Fprintln(e.w)
	if r.Reason != "" {
		fmt.Fprintln(e.w, printable(r.Reason))
	}
	if x.Weak != "" && x.Weak != r.Reason {
		fmt.Fprintln(e.w, "weak: "+printable(x.Weak))
	}
	if x.Verdict.Extracted != "" {
		e.block("taken from the answer", x.Verdict.Extracted)
	}
	for i := range x.Steps {
		e.step(i, &x.Steps[i])
	}
	for _, s := range x.Missing {
		fmt.Fprintf(e.w, "\nstep %s: not recorded\n", printable(s.Name))
	}
	if len(x.Verdict.Checks) > 0 {
		fmt.Fprintln(e.w, "\nchecks")
		rows := [][]string{{"STATUS", "CHECK", "WEIGHT", "EXPECTED AND FOUND"}}
		for _, c := range x.Verdict.Checks {
			weight := c.Weight
			if weight == 0 {
				weight = 1
			}
			rows = append(rows, []string{c.Status, c.ID, fmt.Sprintf("%g", weight), c.Detail})
		}
		printTable(e.w, rows, e.columns, e.colour)
	}
	fmt.Fprintln(e.w, "\nnumbers")
	rows := [][]string{{"FIELD", "VALUE", "FROM"}}
	for _, n := range x.Numbers {
		rows = append(rows, []string{n.Field, n.Value, n.From})
	}
	printTable(e.w, rows, max(e.columns, 100), false)
}

func (e *explainer) step(i int, s *ExplainedStep) {
	o := &s.Observation
	fmt.Fprintf(e.w, "\nstep %d: %s", i+1, printable(s.Name))
	if o.Measure.Cached {
		fmt.Fprint(e.w, " (reused)")
	}
	fmt.Fprintf(e.w, "  wall %v, cpu %v, peak %v\n", o.Measure.Wall, o.Measure.CPU, o.Measure.PeakMem)
	if f := o.Outcome.Infra; f != nil {
		fmt.Fprintf(e.w, "  our own failure in %s: %s\n", f.Boundary, printable(f.Cause))
	}
	for k := range o.Outcome.Procs {
		p := &o.Outcome.Procs[k]
		fmt.Fprintf(e.w, "  %s: %s", p.Role, ended(p))
		if s.Exec != nil && k < len(s.Exec.Procs) {
			fmt.Fprintf(e.w, "  %s", printable(strings.Join(s.Exec.Procs[k].Argv, " ")))
		}
		fmt.Fprintln(e.w)
		for _, out := range []struct {
			name string
			b    steelyard.Blob
		}{{"stdout", p.Stdout}, {"stderr", p.Stderr}, {"result", p.Result}} {
			if out.b.Size > 0 {
				e.block("  "+out.name, out.b.String())
			}
		}
	}
}

func ended(p *steelyard.ProcOutcome) string {
	s := string(p.End)
	if p.End == steelyard.EndExited {
		s += fmt.Sprintf(" %d", p.Code)
	}
	if p.End == steelyard.EndSignalled {
		s += fmt.Sprintf(" by signal %d", p.Signal)
	}
	if p.Limit != "" {
		s += " (" + p.Limit + " limit)"
	}
	if p.Note != "" {
		s += ": " + printable(p.Note)
	}
	return s
}

func (e *explainer) block(title, body string) {
	body = strings.TrimRight(body, "\n")
	if n := utf8.RuneCountInString(body); e.clip > 0 && n > e.clip {
		body = clip(body, e.clip) + fmt.Sprintf(" (%d characters more)", n-e.clip)
	}
	fmt.Fprintf(e.w, "%s:\n", title)
	for line := range strings.Lines(body) {
		fmt.Fprintf(e.w, "    | %s\n", printable(strings.TrimRight(line, "\r\n")))
	}
}
