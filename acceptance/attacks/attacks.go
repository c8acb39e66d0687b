// Package attacks is the catalogue of attacks on graders: programs of ours that
// try to be rewarded without solving their task, and the tasks they attack.
//
// Tasks and Rollouts return JSON lines in the native format; Expect says what
// each rollout deserves. The sources are below src, one folder a group of tasks,
// one file an attack, with its catalogue number and a note in the first line,
// which gen takes off. Every attack of a group is a rollout of each of its tasks:
// the Python ones are weighed by data rows, by strict rows and by a test program.
//
// The programs are hostile. They must be run in a sandbox only.
package attacks

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

// Attack is a rollout's meta field.
type Attack struct {
	// Expected is what the rollout deserves: "fail", or "pass" for honest
	// controls and for special-casing of visible inputs, which no grader can
	// tell from knowledge.
	Expected Expected `json:"expected"`
	// ID is the number in the catalogue, e.g. "F46": A tests, B harness, C exit,
	// D oracle, E special cases, F equality, G time. "-" marks a control.
	ID string `json:"attack"`
	// Matrix is set for the 36 attacks of the comparison of grader designs, and
	// one that fooled none of them.
	Matrix bool   `json:"matrix,omitempty"`
	Note   string `json:"note"`
}

// Expected is an outcome, in the form problem directories use as well.
type Expected struct {
	Outcome string `json:"outcome"`
}

// Tasks returns the attacked tasks, one JSON object a line.
func Tasks() []byte { return []byte(tasks) }

// Rollouts returns the attacks, one JSON object a line, those of a task together.
func Rollouts() []byte { return []byte(rollouts) }

// Catalogue returns what is known of every rollout, by the rollout's id.
func Catalogue() (map[string]Attack, error) {
	out := map[string]Attack{}
	for line := range bytes.Lines(Rollouts()) {
		var r struct {
			ID   string `json:"id"`
			Meta Attack `json:"meta"`
		}
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, fmt.Errorf("read attack: %w", err)
		}
		out[r.ID] = r.Meta
	}
	return out, nil
}

// Expect returns the outcome each rollout deserves, "pass" or "fail", by the
// rollout's id.
func Expect() (map[string]string, error) {
	all, err := Catalogue()
	if err != nil {
		return nil, err
	}
	want := make(map[string]string, len(all))
	for id, a := range all {
		want[id] = a.Expected.Outcome
	}
	return want, nil
}
