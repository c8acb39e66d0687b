package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"steelyard"
	"steelyard/examples/demo"
	"steelyard/internal/format"
	"steelyard/internal/score"
)

type demoCmd struct {
	hostFlags
	stateFlags
	outputFlags
}

// Run weighs the bundled tasks and prints a table that explains itself.
func (c *demoCmd) Run(ctx context.Context, w *world) (err error) {
	notes, err := demo.Notes()
	if err != nil {
		return fmt.Errorf("bundled rollouts: %w", err)
	}
	in := &input{f: &inputFlags{Tasks: "demo tasks", Rollouts: "demo rollouts", OnBadLine: "stop"}}
	in.tasks = format.Reader("demo tasks", bytes.NewReader(demo.Tasks()))
	in.rolls = format.Reader("demo rollouts", bytes.NewReader(demo.Rollouts()))
	b, err := w.openBench(ctx, &c.stateFlags, &c.hostFlags)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	run := &weighing{engine: &engineFlags{Ordered: true, Recheck: score.DefaultSample}, out: &c.outputFlags}
	columns, terminal := w.Terminal(w.Stdout)
	// Unlike score, demo is for people wherever it prints; records are asked for.
	if c.Format != "jsonl" && c.Out == "" {
		run.sink = &demoSink{w: w.Stdout, columns: columns, colour: terminal && w.Getenv("NO_COLOR") == "", notes: notes, rows: map[string]*demoRow{}}
	}
	err = w.weigh(ctx, b, in, run)
	if _, partial := errors.AsType[*partialError](err); partial {
		err = fmt.Errorf("the demo could not weigh everything: %w; steelyard doctor says what this host lacks", err)
	}
	return err
}

// demoSink gathers the rewards by task and kind of answer.
type demoSink struct {
	w       io.Writer
	columns int
	colour  bool
	notes   map[string]demo.Note
	rows    map[string]*demoRow
	order   []string
	odd     []string
	kinds   map[string][2]int
}

type demoRow struct {
	languages map[string]bool
	cells     map[string]*demoCell
}

type demoCell struct {
	rewards []string
	why     string
}

func (s *demoSink) reward(r *steelyard.Reward) error {
	note := s.notes[r.Rollout]
	row, ok := s.rows[r.Task]
	if !ok {
		row = &demoRow{languages: map[string]bool{}, cells: map[string]*demoCell{}}
		s.rows[r.Task] = row
		s.order = append(s.order, r.Task)
	}
	if lang := languageOf(r.Rollout); lang != "" {
		row.languages[lang] = true
	}
	cell, ok := row.cells[note.Kind]
	if !ok {
		cell = &demoCell{}
		row.cells[note.Kind] = cell
	}
	value := "null"
	if r.Value != nil {
		value = fmt.Sprintf("%g", *r.Value)
	}
	cell.rewards = append(cell.rewards, value)
	if cell.why == "" && note.Kind != demo.Honest {
		cell.why = note.Note
	}
	if s.kinds == nil {
		s.kinds = map[string][2]int{}
	}
	k := s.kinds[note.Kind]
	k[1]++
	if r.Value != nil && (*r.Value == 1) == (note.Kind == demo.Honest) {
		k[0]++
	} else {
		s.odd = append(s.odd, fmt.Sprintf("%s (%s): reward %s, %s", r.Rollout, note.Kind, value, why(r)))
	}
	s.kinds[note.Kind] = k
	return nil
}

// languageOf tells the language by the last part of a rollout's id, which is a
// file name.
func languageOf(rollout string) string {
	ext := rollout[strings.LastIndexByte(rollout, '.')+1:]
	return map[string]string{"py": "Python", "js": "JavaScript", "go": "Go", "cpp": "C++", "c": "C", "java": "Java", "rs": "Rust"}[ext]
}

func (s *demoSink) skipped(r *steelyard.ErrorRecord) error {
	s.odd = append(s.odd, r.Error)
	return nil
}

func (s *demoSink) summary(sum *steelyard.Summary) error {
	if s.columns == 0 {
		s.columns = wide
	}
	fmt.Fprintf(s.w, "Each task was answered honestly, subtly wrong, and by cheating. A reward of 1 means that the\nanswer was run and does what the task asks for; 0 means that it does not.\n\n")
	table := [][]string{{"TASK", "LANGUAGE", "HONEST", "WRONG", "CHEATING", "HOW THE LAST ONE CHEATS"}}
	for _, task := range s.order {
		row := s.rows[task]
		cells := []string{task, strings.Join(slices.Sorted(maps.Keys(row.languages)), ", ")}
		for _, kind := range []string{demo.Honest, demo.Wrong, demo.Cheating} {
			cell := row.cells[kind]
			if cell == nil {
				cell = &demoCell{}
			}
			cells = append(cells, strings.Join(cell.rewards, " "))
		}
		last := ""
		if c := row.cells[demo.Cheating]; c != nil {
			last = c.why
		} else if c := row.cells[demo.Wrong]; c != nil {
			last = "(wrong: " + c.why + ")"
		}
		table = append(table, append(cells, last))
	}
	printTable(s.w, table, s.columns, s.colour)
	fmt.Fprintf(s.w, "\n%d answers weighed in %.1f s: %s\n", sum.Scored, sum.WallS, s.tally())
	for _, o := range s.odd {
		fmt.Fprintf(s.w, "  unexpected: %s\n", printable(o))
	}
	fmt.Fprint(s.w, `
Try next:
  steelyard explain `+s.example()+`
      what was run, what came back, and where each number came from
  steelyard score --from humaneval --tasks HumanEval.jsonl.gz --gold
      weigh a data set's own solutions; --rollouts samples.jsonl weighs yours
  steelyard doctor
      how well this machine can contain what it runs
`)
	return nil
}

// example is the rollout that is most worth an explanation.
func (s *demoSink) example() string {
	for _, task := range s.order {
		for id, n := range s.notes {
			if n.Kind == demo.Cheating && strings.HasPrefix(id, task+"/") {
				return s.firstOf(task, demo.Cheating)
			}
		}
	}
	return "ID"
}

func (s *demoSink) firstOf(task, kind string) string {
	for _, id := range slices.Sorted(maps.Keys(s.notes)) {
		if s.notes[id].Kind == kind && strings.HasPrefix(id, task+"/") {
			return id
		}
	}
	return "ID"
}

func (s *demoSink) tally() string {
	var parts []string
	for _, k := range []struct{ kind, said string }{
		{demo.Honest, "%d of %d honest ones rewarded"}, {demo.Wrong, "%d of %d wrong ones not"}, {demo.Cheating, "%d of %d cheating ones not"},
	} {
		n := s.kinds[k.kind]
		parts = append(parts, fmt.Sprintf(k.said, n[0], n[1]))
	}
	return strings.Join(parts, ", ")
}

func (s *demoSink) close() error { return nil }
