package steelyard

import (
	"encoding/json"
	"strconv"
)

// Output is what a policy produced.
type Output struct {
	// Text is the answer as the policy wrote it: program, completion, literal.
	Text Blob `json:"output,omitzero"`
	// Files is the answer as files: path to content.
	Files map[string]Blob `json:"files,omitempty"`
	// Patch is the answer as a unified diff.
	Patch Blob `json:"patch,omitzero"`
	// Layer is the answer as a frozen layer.
	Layer Digest `json:"layer,omitempty"`
	// Language of a program answer; empty means the task's only language, or
	// what the file names say.
	Language string `json:"language,omitempty"`
}

// Rollout is one attempt of a policy at a task. Its JSON form carries the
// Output's fields at the top level.
type Rollout struct {
	ID   string `json:"id"`
	Task string `json:"task"`
	// Run, Step, Epoch, Group, GroupSize, Index and Policy are its identity in
	// the training run. Group defaults to Task; Index counts from 0.
	Run       string `json:"run,omitempty"`
	Step      int    `json:"step,omitempty"`
	Epoch     int    `json:"epoch,omitempty"`
	Group     string `json:"group,omitempty"`
	GroupSize int    `json:"group_size,omitempty"`
	Index     int    `json:"index,omitempty"`
	Policy    string `json:"policy,omitempty"`
	Output
	// FinishReason is the policy's own word: "stop", "length", …
	FinishReason string          `json:"finish_reason,omitempty"`
	Trajectory   json.RawMessage `json:"trajectory,omitempty"`
	Tokens       *Tokens         `json:"tokens,omitempty"`
	Meta         json.RawMessage `json:"meta,omitempty"`
}

// Tokens are the trainer's own token facts; the engine never tokenises.
type Tokens struct {
	Turns []Turn `json:"turns,omitempty"`
	// Segments are half-open ranges over the concatenated ids of all turns.
	Segments []Segment `json:"segments,omitempty"`
}

// Turn holds the token ids of one turn. LossMask and LogProbs, where given,
// have the length of IDs.
type Turn struct {
	IDs      []int32   `json:"ids"`
	LossMask Mask      `json:"loss_mask,omitempty"`
	LogProbs []float32 `json:"log_probs,omitempty"`
}

// Mask is one 0 or 1 a token. Its JSON form is an array of numbers, not the
// base64 that encoding/json gives bytes.
type Mask []uint8

// MarshalJSON writes an array of numbers.
func (m Mask) MarshalJSON() ([]byte, error) {
	if m == nil {
		return []byte("null"), nil
	}
	b := append(make([]byte, 0, 2*len(m)+1), '[')
	for i, v := range m {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendUint(b, uint64(v), 10)
	}
	return append(b, ']'), nil
}

// Segment is a span of a rollout that gets its own advantage.
type Segment struct {
	Kind string `json:"kind"`
	// Start and End are token positions, End exclusive.
	Start int `json:"start"`
	End   int `json:"end"`
}
