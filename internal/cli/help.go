package cli

import (
	"fmt"
	"strconv"
	"strings"

	"steelyard"
	"steelyard/internal/format"
	"steelyard/internal/score"
)

type helpCmd struct {
	Topic string `arg:"" optional:"" help:"One of ${topics}."`
}

// topic is a page of help about no verb in particular.
type topic struct {
	name  string
	doc   string
	print func(w *world) error
}

func topics() []topic {
	return []topic{
		{"exit-codes", "what the exit code says", helpExitCodes},
		{"formats", "what can be read", helpFormats},
		{"limits", "the limits of time, memory and output", helpLimits},
		{"env", "environment variables", helpEnv},
	}
}

func topicNames() []string {
	var out []string
	for _, t := range topics() {
		out = append(out, t.name)
	}
	return out
}

// Run prints a topic, or the list of them.
func (c *helpCmd) Run(w *world) error {
	if c.Topic == "" {
		fmt.Fprintln(w.Stdout, "Topics:")
		for _, t := range topics() {
			fmt.Fprintf(w.Stdout, "  %-12s %s\n", t.name, t.doc)
		}
		fmt.Fprintln(w.Stdout, "\nsteelyard --help lists the verbs, steelyard VERB --help their flags.")
		return nil
	}
	for _, t := range topics() {
		if t.name == c.Topic {
			return t.print(w)
		}
	}
	return &steelyard.InputError{Problem: fmt.Sprintf("there is no help on %q", c.Topic), Remedy: steelyard.DidYouMean(c.Topic, topicNames())}
}

func (w *world) table(rows [][]string) {
	columns, ok := w.Terminal(w.Stdout)
	if !ok || columns == 0 {
		columns = wide
	}
	printTable(w.Stdout, rows, columns, false)
}

func helpExitCodes(w *world) error {
	rows := [][]string{{"CODE", "MEANING"}}
	for _, c := range exitCodes() {
		rows = append(rows, []string{strconv.Itoa(c.Code), c.Meaning})
	}
	w.table(rows)
	fmt.Fprintln(w.Stdout, "\nTreat any other code as a failure. A complete output ends with a record of type\nsummary; without one it was cut short.")
	return nil
}

func helpFormats(w *world) error {
	rows := [][]string{{"FORMAT", "HOLDS", "WHAT"}}
	for _, f := range format.All() {
		rows = append(rows, []string{f.Name(), holds(f.Holds()), f.Doc()})
	}
	w.table(rows)
	fmt.Fprintln(w.Stdout, "\nA format is told from the first record; --from names it. JSON Lines, JSON arrays,\nParquet, and all of them compressed with gzip or Zstandard are read as they are.")
	return nil
}

func helpLimits(w *world) error {
	rows := [][]string{{"FORMAT", "KIND", "PER", "WALL", "CPU", "OUTPUT", "DISK", "FILES", "WHY"}}
	row := func(name, kind, per string, l steelyard.Limits, reason string) {
		kind = strings.TrimSpace(kind)
		if kind == "" {
			kind = "all"
		}
		rows = append(rows, []string{name, kind, per, l.Wall.String(), l.CPU.String(), l.Output.String(), l.Disk.String(), strconv.Itoa(l.OpenFiles), reason})
	}
	for _, d := range format.Limits() {
		row(d.Format, d.Kind, d.Per, d.Limits, d.Reason)
	}
	row("(other)", "", "process", score.DefaultLimits(), "compilers, testers, checkers and interactors that say nothing else")
	w.table(rows)
	fmt.Fprintln(w.Stdout, `
A limit that a task states comes first. Time counts from the start of the candidate,
not while it waits for its turn. A program that goes over a time limit by less than a
quarter, or that did not have the processor, is run again with nothing beside it
before the time-out counts. Memory and the number of processes are limited by the
sandbox as a whole unless the task states them.`)
	return nil
}

func helpEnv(w *world) error {
	w.table([][]string{
		{"VARIABLE", "MEANING"},
		{"STEELYARD_STATE", "folder for what was observed, as --state"},
		{"XDG_STATE_HOME", "where that folder is otherwise: $XDG_STATE_HOME/steelyard, else ~/.local/state/steelyard"},
		{"PATH", "where tool chains are looked for"},
		{"NO_COLOR", "when set, no colours"},
	})
	fmt.Fprintln(w.Stdout, "\nCandidates see none of your variables; steelyard doctor prints the tool chains they get.")
	return nil
}
