package cli

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"steelyard"
	"steelyard/internal/format"
)

type listCmd struct {
	What   string `arg:"" enum:"graders,formats,sandboxes" help:"graders, formats or sandboxes."`
	Format string `enum:"auto,text,jsonl" default:"auto" help:"auto (a table on a terminal, JSON lines elsewhere), text or jsonl."`
}

// part is one thing that can be chosen by name.
type part struct {
	Type string `json:"type"` // "part"
	V    int    `json:"v"`
	Kind string `json:"kind"`
	Name string `json:"name"`
	For  string `json:"for,omitempty"`
	Doc  string `json:"doc,omitempty"`
}

// Run prints the parts of a kind.
func (c *listCmd) Run(w *world) error {
	parts := w.builtin().list(c.What)
	columns, terminal := w.Terminal(w.Stdout)
	if c.Format == "text" || c.Format == "auto" && terminal {
		table := [][]string{{"NAME", "FOR", "WHAT"}}
		for _, p := range parts {
			table = append(table, []string{p.Name, p.For, p.Doc})
		}
		if columns == 0 {
			columns = wide
		}
		printTable(w.Stdout, table, columns, false)
		return nil
	}
	enc := json.NewEncoder(w.Stdout)
	enc.SetEscapeHTML(false)
	for _, p := range parts {
		if err := enc.Encode(p); err != nil {
			return err
		}
	}
	return nil
}

func (b builtin) list(what string) []part {
	var out []part
	add := func(kind, name, purpose, doc string) {
		out = append(out, part{"part", steelyard.WireVersion, kind, name, purpose, doc})
	}
	switch what {
	case "graders":
		for _, kind := range slices.Sorted(maps.Keys(b.graders)) {
			add("grader", b.graders[kind].Name(), "tasks of kind "+kind, graderDoc(kind))
		}
	case "formats":
		for _, f := range b.formats {
			add("format", f.Name(), holds(f.Holds()), f.Doc())
		}
	case "sandboxes":
		for _, name := range b.backendNames() {
			add("sandbox", name, "", b.backends[name].doc)
		}
	}
	return out
}

func (b builtin) backendNames() []string { return slices.Sorted(maps.Keys(b.backends)) }

func graderDoc(kind string) string {
	switch kind {
	case steelyard.KindFunction:
		return "calls the function that the candidate defines; assertions on literals are compared outside its process"
	case steelyard.KindProgram:
		return "runs the candidate's program on each input and compares what it writes, or asks a checker or an interactor"
	case steelyard.KindLiteral:
		return "compares a predicted literal with the right one"
	}
	return ""
}

func holds(h format.Holds) string {
	var out []string
	if h&format.HoldsTasks != 0 {
		out = append(out, "tasks")
	}
	if h&format.HoldsRollouts != 0 {
		out = append(out, "rollouts")
	}
	return strings.Join(out, ", ")
}
