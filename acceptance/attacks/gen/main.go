// Command gen writes tasks.jsonl and rollouts.jsonl of the attack catalogue from
// the sources below src. Run it in the catalogue's folder by `go generate`.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"steelyard"
	"steelyard/acceptance/attacks"
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
	groups, err := os.ReadDir(src)
	if err != nil {
		return nil, nil, fmt.Errorf("read attacks: %w", err)
	}
	var tb, rb bytes.Buffer
	te, re := json.NewEncoder(&tb), json.NewEncoder(&rb)
	te.SetEscapeHTML(false)
	re.SetEscapeHTML(false)
	for _, group := range groups {
		if !group.IsDir() {
			continue
		}
		dir := filepath.Join(src, group.Name())
		list, err := readTasks(dir)
		if err != nil {
			return nil, nil, fmt.Errorf("group %s: %w", group.Name(), err)
		}
		for _, task := range list {
			if err := te.Encode(taskLine{"task", steelyard.WireVersion, task}); err != nil {
				return nil, nil, fmt.Errorf("task %s: %w", task.ID, err)
			}
			answers, err := readAttacks(dir, task)
			if err != nil {
				return nil, nil, fmt.Errorf("task %s: %w", task.ID, err)
			}
			for _, r := range answers {
				if err := re.Encode(rolloutLine{"rollout", steelyard.WireVersion, r}); err != nil {
					return nil, nil, fmt.Errorf("rollout %s: %w", r.ID, err)
				}
			}
		}
	}
	return tb.Bytes(), rb.Bytes(), nil
}

func readTasks(dir string) ([]*steelyard.Task, error) {
	raw, err := os.ReadFile(filepath.Join(dir, "tasks.json"))
	if err != nil {
		return nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	var list []*steelyard.Task
	if err := dec.Decode(&list); err != nil {
		return nil, err
	}
	for _, task := range list {
		task.Dataset = "attacks"
		if gold, err := os.ReadFile(filepath.Join(dir, "honest.py")); err == nil {
			_, code, _ := bytes.Cut(gold, []byte("\n"))
			task.Gold = []steelyard.Output{{Text: steelyard.Bytes(code), Language: "python"}}
		} else if gold, err = os.ReadFile(filepath.Join(dir, "honest.js")); err == nil {
			_, code, _ := bytes.Cut(gold, []byte("\n"))
			task.Gold = []steelyard.Output{{Text: steelyard.Bytes(code), Language: "javascript"}}
		}
	}
	return list, nil
}

func readAttacks(dir string, task *steelyard.Task) ([]*steelyard.Rollout, error) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var out []*steelyard.Rollout
	for _, f := range files {
		if f.Name() == "tasks.json" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			return nil, err
		}
		head, code, _ := strings.Cut(string(text), "\n")
		code = strings.TrimPrefix(code, "\n")
		attack, err := parseHead(head)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name(), err)
		}
		meta, err := json.Marshal(attack)
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(f.Name(), ".md")
		out = append(out, &steelyard.Rollout{
			ID: task.ID + "/" + name, Task: task.ID, Group: task.ID, Index: len(out), Policy: "attacks", Meta: meta,
			Output: steelyard.Output{Text: steelyard.Text(code), Language: languages()[filepath.Ext(name)]},
		})
	}
	for _, r := range out {
		r.GroupSize = len(out)
	}
	return out, nil
}

// parseHead reads an attack's first line: "#: F46 M; fail; note".
func parseHead(line string) (attacks.Attack, error) {
	rest, ok := strings.CutPrefix(strings.TrimPrefix(line, "//"), ":")
	if !ok {
		rest, ok = strings.CutPrefix(line, "#:")
	}
	part := strings.SplitN(rest, ";", 3)
	if !ok || len(part) != 3 {
		return attacks.Attack{}, fmt.Errorf("first line %q: want \"#: F46 M; fail; note\"", line)
	}
	id, matrix := strings.CutSuffix(strings.TrimSpace(part[0]), " M")
	outcome := strings.TrimSpace(part[1])
	if outcome != "pass" && outcome != "fail" {
		return attacks.Attack{}, fmt.Errorf("outcome %q: want pass or fail", outcome)
	}
	return attacks.Attack{
		Expected: attacks.Expected{Outcome: outcome}, ID: id, Matrix: matrix, Note: strings.TrimSpace(part[2]),
	}, nil
}

func languages() map[string]string {
	return map[string]string{
		".py": "python", ".js": "javascript", ".c": "c", ".cpp": "cpp", ".go": "go", ".java": "java", ".rs": "rust",
	}
}
