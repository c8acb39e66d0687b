package format

import (
	"encoding/json"
	"io"
	"slices"

	"steelyard"
)

const nativeName = "native"

// native is Steelyard's own form: objects with "type" "task" or "rollout".
func native() *dialect {
	return &dialect{
		name:  nativeName,
		doc:   `Steelyard's own: one object a line with "type":"task" or "type":"rollout", or an array of them`,
		holds: HoldsTasks | HoldsRollouts,
		match: func(f map[string]json.RawMessage) bool {
			switch text(f, "type") {
			case "task", "rollout":
				return true
			case "":
				return has(f, "id", "kind") || has(f, "id", "task") || has(f, "task", "output")
			}
			return false
		},
		open: func(Options) decoder { return decodeNative },
	}
}

type taskLine struct {
	Type string `json:"type"`
	V    int    `json:"v"`
	steelyard.Task
}

type rolloutLine struct {
	Type string `json:"type"`
	V    int    `json:"v"`
	steelyard.Rollout
}

// otherTypes returns the record types that may stand in a stream of ours and are
// none of the reader's business.
func otherTypes() []string {
	return []string{"reward", "summary", "error", "group_end", "advantage", "finding", "progress"}
}

func decodeNative(r *record) ([]Item, error) {
	var head struct {
		Type string          `json:"type"`
		V    int             `json:"v"`
		Kind json.RawMessage `json:"kind"`
		Task json.RawMessage `json:"task"`
	}
	if err := decodeJSON(r, &head); err != nil {
		return nil, err
	}
	if head.V < 0 {
		return nil, r.fault("v", "use 1, or leave it out", "version %d", head.V)
	}
	if head.Type == "" {
		switch {
		case head.Kind != nil:
			head.Type = "task"
		case head.Task != nil:
			head.Type = "rollout"
		default:
			return nil, r.fault("type", `add "type":"task" or "type":"rollout"`, "missing")
		}
	}
	// A newer version may have fields that this one cannot know; in our own
	// version an unknown field is a slip of the pen.
	decode := decodeStrict
	if head.V > steelyard.WireVersion {
		decode = decodeJSON
	}
	switch {
	case head.Type == "task":
		var line taskLine
		if err := decode(r, &line); err != nil {
			return nil, err
		}
		return oneTask(&line.Task), nil
	case head.Type == "rollout":
		var line rolloutLine
		if err := decode(r, &line); err != nil {
			return nil, err
		}
		return []Item{{Rollout: &line.Rollout}}, nil
	case slices.Contains(otherTypes(), head.Type), head.V > steelyard.WireVersion:
		return nil, nil
	}
	return nil, r.fault("type", steelyard.DidYouMean(head.Type, append([]string{"task", "rollout"}, otherTypes()...)), "unknown record type %q", head.Type)
}

// Encode writes the item as one line of the native form.
func Encode(w io.Writer, it Item) error {
	var line any
	switch {
	case it.Task != nil:
		line = taskLine{Type: "task", V: steelyard.WireVersion, Task: *it.Task}
	case it.Rollout != nil:
		line = rolloutLine{Type: "rollout", V: steelyard.WireVersion, Rollout: *it.Rollout}
	case it.Error != nil:
		line = it.Error
	default:
		return nil
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(line)
}
