// Command gen writes tasks.jsonl and rollouts.jsonl from the sources below src.
// Run it in the demo's folder by `go generate`.
//
// A task is a folder:
//
//	task.json    kind, specification, limits, title, and a note for every rollout
//	prompt.md    what the policy was shown
//	gold.*       the reference solution
//	checks.*     one check a paragraph of test source, each ending in an assertion
//	calls.json   data rows: a list of [arguments, expected]
//	cases.txt    runs of a program: input and answer split by a line of five
//	             hyphens, cases split by a line of five equals signs
//	rollouts/    the answers; the name's first word is honest, wrong or cheat, and
//	             ".md" after the language's extension marks a chat answer
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"steelyard"
	"steelyard/examples/demo"
)

func main() {
	tasks, rollouts, err := build("src")
	if err == nil {
		err = os.WriteFile("tasks.jsonl", tasks, 0o644)
	}
	if err == nil {
		err = os.WriteFile("rollouts.jsonl", rollouts, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

type header struct {
	Kind     string                  `json:"kind"`
	Title    string                  `json:"title"`
	Function *steelyard.FunctionSpec `json:"function"`
	Program  *steelyard.ProgramSpec  `json:"program"`
	Limits   steelyard.Limits        `json:"limits"`
	Rollouts map[string]string       `json:"rollouts"`
}

type taskLine struct {
	Type string `json:"type"`
	V    int    `json:"v"`
	*steelyard.Task
}

type rolloutLine struct {
	Type string `json:"type"`
	V    int    `json:"v"`
	*steelyard.Rollout
}

// build returns the contents of the two files.
func build(src string) (tasks, rollouts []byte, err error) {
	entries, err := os.ReadDir(src)
	if err != nil {
		return nil, nil, fmt.Errorf("read demo sources: %w", err)
	}
	var tb, rb bytes.Buffer
	te, re := json.NewEncoder(&tb), json.NewEncoder(&rb)
	te.SetEscapeHTML(false)
	re.SetEscapeHTML(false)
	for _, entry := range entries {
		if !entry.IsDir() {
			continue
		}
		dir := filepath.Join(src, entry.Name())
		var h header
		raw, err := os.ReadFile(filepath.Join(dir, "task.json"))
		if err != nil {
			return nil, nil, fmt.Errorf("read task: %w", err)
		}
		dec := json.NewDecoder(bytes.NewReader(raw))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&h); err != nil {
			return nil, nil, fmt.Errorf("task %s: %w", entry.Name(), err)
		}
		task, err := buildTask(dir, entry.Name(), &h)
		if err != nil {
			return nil, nil, fmt.Errorf("task %s: %w", entry.Name(), err)
		}
		if err := te.Encode(taskLine{"task", steelyard.WireVersion, task}); err != nil {
			return nil, nil, fmt.Errorf("task %s: %w", entry.Name(), err)
		}
		answers, err := buildRollouts(dir, task, &h)
		if err != nil {
			return nil, nil, fmt.Errorf("task %s: %w", entry.Name(), err)
		}
		for _, r := range answers {
			if err := re.Encode(rolloutLine{"rollout", steelyard.WireVersion, r}); err != nil {
				return nil, nil, fmt.Errorf("rollout %s: %w", r.ID, err)
			}
		}
	}
	return tb.Bytes(), rb.Bytes(), nil
}

func buildTask(dir, id string, h *header) (*steelyard.Task, error) {
	prompt, err := os.ReadFile(filepath.Join(dir, "prompt.md"))
	if err != nil {
		return nil, err
	}
	meta, err := json.Marshal(map[string]string{"title": h.Title})
	if err != nil {
		return nil, err
	}
	task := &steelyard.Task{
		ID: id, Kind: h.Kind, Prompt: string(prompt), Limits: h.Limits, Dataset: "demo",
		Function: h.Function, Program: h.Program, Meta: meta,
	}
	golds, err := filepath.Glob(filepath.Join(dir, "gold.*"))
	if err != nil || len(golds) != 1 {
		return nil, fmt.Errorf("want one gold solution, have %d", len(golds))
	}
	gold, err := os.ReadFile(golds[0])
	if err != nil {
		return nil, err
	}
	task.Gold = []steelyard.Output{{Text: steelyard.Bytes(gold), Language: language(golds[0])}}
	for name, read := range map[string]func(string) ([]steelyard.Check, error){
		"checks.py": readAsserts, "checks.js": readAsserts, "calls.json": readCalls, "cases.txt": readCases,
	} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			continue
		}
		if task.Suite.Checks, err = read(string(text)); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if len(task.Suite.Checks) == 0 {
		return nil, fmt.Errorf("no checks")
	}
	return task, nil
}

func readAsserts(text string) ([]steelyard.Check, error) {
	var checks []steelyard.Check
	block := ""
	for line := range strings.Lines(text) {
		block += line
		if strings.HasPrefix(line, "assert") || strings.HasPrefix(line, "console.assert") {
			checks = append(checks, steelyard.Check{Assert: strings.TrimSpace(block)})
			block = ""
		}
	}
	if strings.TrimSpace(block) != "" {
		return nil, fmt.Errorf("statements without an assertion: %q", block)
	}
	return checks, nil
}

func readCalls(text string) ([]steelyard.Check, error) {
	var rows [][]json.RawMessage
	if err := json.Unmarshal([]byte(text), &rows); err != nil {
		return nil, err
	}
	var checks []steelyard.Check
	for i, row := range rows {
		if len(row) != 2 {
			return nil, fmt.Errorf("row %d: want [arguments, expected]", i)
		}
		var args []json.RawMessage
		if err := json.Unmarshal(row[0], &args); err != nil {
			return nil, fmt.Errorf("row %d: %w", i, err)
		}
		checks = append(checks, steelyard.Check{Call: &steelyard.Call{Args: args, Expected: row[1]}})
	}
	return checks, nil
}

func readCases(text string) ([]steelyard.Check, error) {
	var checks []steelyard.Check
	for i, block := range strings.Split("\n"+text, "\n=====") {
		input, answer, ok := strings.Cut(block, "\n-----\n")
		if !ok {
			return nil, fmt.Errorf("case %d: no line of hyphens", i+1)
		}
		checks = append(checks, steelyard.Check{Case: &steelyard.Case{
			Input: steelyard.Text(ended(strings.TrimPrefix(input, "\n"))), Answer: steelyard.Text(ended(answer)),
		}})
	}
	return checks, nil
}

// ended returns text with exactly one line feed at its end, or nothing.
func ended(text string) string {
	if text = strings.TrimRight(text, "\n"); text == "" {
		return ""
	}
	return text + "\n"
}

func buildRollouts(dir string, task *steelyard.Task, h *header) ([]*steelyard.Rollout, error) {
	files, err := os.ReadDir(filepath.Join(dir, "rollouts"))
	if err != nil {
		return nil, err
	}
	kinds := map[string]string{"honest": demo.Honest, "wrong": demo.Wrong, "cheat": demo.Cheating}
	order := []string{"honest", "wrong", "cheat"}
	rank := func(name string) int { return slices.Index(order, kindWord(name)) }
	slices.SortStableFunc(files, func(a, b os.DirEntry) int { return rank(a.Name()) - rank(b.Name()) })
	var out []*steelyard.Rollout
	for i, f := range files {
		kind, note := kinds[kindWord(f.Name())], h.Rollouts[f.Name()]
		if kind == "" || note == "" {
			return nil, fmt.Errorf("rollout %s: no kind in its name, or no note in task.json", f.Name())
		}
		text, err := os.ReadFile(filepath.Join(dir, "rollouts", f.Name()))
		if err != nil {
			return nil, err
		}
		meta, err := json.Marshal(demo.Note{Kind: kind, Note: note})
		if err != nil {
			return nil, err
		}
		out = append(out, &steelyard.Rollout{
			ID: task.ID + "/" + strings.TrimSuffix(f.Name(), ".md"), Task: task.ID,
			Group: task.ID, GroupSize: len(files), Index: i, Policy: "demo", FinishReason: "stop", Meta: meta,
			Output: steelyard.Output{Text: steelyard.Bytes(text), Language: language(f.Name())},
		})
	}
	if len(out) != len(h.Rollouts) {
		return nil, fmt.Errorf("%d rollouts, %d notes", len(out), len(h.Rollouts))
	}
	return out, nil
}

func kindWord(name string) string {
	word, _, _ := strings.Cut(name, "-")
	word, _, _ = strings.Cut(word, ".")
	return word
}

func language(name string) string {
	switch filepath.Ext(strings.TrimSuffix(name, ".md")) {
	case ".py":
		return "python"
	case ".js":
		return "javascript"
	case ".cpp":
		return "cpp"
	case ".go":
		return "go"
	}
	return ""
}
