// Package demo holds the tasks and rollouts that `steelyard demo` weighs: small
// tasks in Python, JavaScript, Go and C++, each with honest, subtly wrong and
// cheating answers. All of them were written for this project.
//
// Tasks and Rollouts return JSON lines in the native format. The readable
// sources are below src, one folder a task; gen turns them into the two files.
// The package runs nothing and knows nothing of graders: what each rollout
// deserves is said in its meta field and returned by Expect.
package demo

import (
	"bytes"
	_ "embed" // for the two files
	"encoding/json"
	"fmt"
)

//go:generate go run ./gen

//go:embed tasks.jsonl
var tasks string

//go:embed rollouts.jsonl
var rollouts string

// Kinds of rollouts, the value of "kind" in a rollout's meta field.
const (
	Honest   = "honest"
	Wrong    = "wrong"
	Cheating = "cheating"
)

// Note is a rollout's meta field: what it is, and one line that says it to a
// stranger. No grader reads it.
type Note struct {
	Kind string `json:"kind"`
	Note string `json:"note"`
}

// Tasks returns the tasks, one JSON object a line.
func Tasks() []byte { return []byte(tasks) }

// Rollouts returns the rollouts, one JSON object a line, those of a task together.
func Rollouts() []byte { return []byte(rollouts) }

// Notes returns the note of every rollout by the rollout's id.
func Notes() (map[string]Note, error) {
	notes := map[string]Note{}
	for line := range bytes.Lines(Rollouts()) {
		var r struct {
			ID   string `json:"id"`
			Meta Note   `json:"meta"`
		}
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, fmt.Errorf("read demo rollout: %w", err)
		}
		notes[r.ID] = r.Meta
	}
	return notes, nil
}

// Expect returns the outcome each rollout deserves, "pass" or "fail", by the
// rollout's id: honest ones pass, all others fail.
func Expect() (map[string]string, error) {
	notes, err := Notes()
	if err != nil {
		return nil, err
	}
	want := make(map[string]string, len(notes))
	for id, note := range notes {
		want[id] = "fail"
		if note.Kind == Honest {
			want[id] = "pass"
		}
	}
	return want, nil
}
