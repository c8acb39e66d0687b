package format

import (
	"encoding/json"
	"strings"

	"steelyard"
)

const (
	cruxEvalName      = "cruxeval"
	cruxEvalInputName = "cruxeval-input"
)

// cruxEval is CRUXEval: predict the output of a function for an input, or an
// input for an output. A rollout is the predicted literal.
func cruxEval(name, predict string) *dialect {
	d := &dialect{
		name:  name,
		doc:   "CRUXEval (code, input, output): the rollout is the literal that f(input) returns",
		holds: HoldsTasks,
		open: func(Options) decoder {
			return func(r *record) ([]Item, error) { return decodeCruxEval(r, predict) }
		},
	}
	if predict == "input" {
		d.doc = "CRUXEval (code, input, output): the rollout is an argument list for which f returns output"
		return d
	}
	d.match = func(f map[string]json.RawMessage) bool { return has(f, "id", "code", "input", "output") }
	return d
}

func decodeCruxEval(r *record, predict string) ([]Item, error) {
	var row struct {
		ID     json.RawMessage `json:"id"`
		Code   string          `json:"code"`
		Input  string          `json:"input"`
		Output string          `json:"output"`
	}
	if err := decodeJSON(r, &row); err != nil {
		return nil, err
	}
	id, err := idText(r, "id", row.ID)
	if err != nil {
		return nil, err
	}
	t := &steelyard.Task{
		ID:   id,
		Kind: steelyard.KindLiteral,
		Literal: &steelyard.LiteralSpec{
			Language: "python", Code: row.Code, Input: row.Input, Output: row.Output, Predict: predict,
		},
	}
	gold := row.Output
	t.Prompt = row.Code + "\n\nassert f(" + row.Input + ") == ??\n"
	if predict == "input" {
		gold = "f(" + row.Input + ")"
		t.Prompt = row.Code + "\n\nassert f(??) == " + row.Output + "\n"
	}
	t.Gold = []steelyard.Output{{Text: steelyard.Text(gold), Language: "python"}}
	switch {
	case strings.TrimSpace(row.Code) == "":
		t.Broken = "the record has no code"
	case strings.TrimSpace(row.Output) == "":
		t.Broken = "the record has no output"
	}
	return oneTask(t), nil
}
