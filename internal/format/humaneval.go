package format

import (
	"encoding/json"
	"strings"

	"steelyard"
)

const humanEvalName = "humaneval"

// humanEval is OpenAI's HumanEval: prompt, entry_point, canonical_solution and a
// test program that defines check(candidate).
func humanEval() *dialect {
	return &dialect{
		name:  humanEvalName,
		doc:   "HumanEval: task_id, prompt, entry_point, canonical_solution, test",
		holds: HoldsTasks,
		match: func(f map[string]json.RawMessage) bool {
			return has(f, "task_id", "prompt", "entry_point", "test") && !has(f, "plus_input")
		},
		open: func(Options) decoder { return decodeHumanEval },
	}
}

func decodeHumanEval(r *record) ([]Item, error) {
	var row struct {
		TaskID     string  `json:"task_id"`
		Prompt     string  `json:"prompt"`
		EntryPoint string  `json:"entry_point"`
		Gold       *string `json:"canonical_solution"`
		Test       string  `json:"test"`
	}
	if err := decodeJSON(r, &row); err != nil {
		return nil, err
	}
	t := &steelyard.Task{
		ID:     row.TaskID,
		Kind:   steelyard.KindFunction,
		Prompt: row.Prompt,
		Function: &steelyard.FunctionSpec{
			Language:   "python",
			EntryPoint: row.EntryPoint,
			Prompt:     row.Prompt,
			Test:       row.Test,
		},
	}
	if row.Gold != nil {
		t.Gold = []steelyard.Output{program("python", row.Prompt+*row.Gold)}
	}
	if row.EntryPoint == "" {
		t.Broken = "the record names no entry_point"
	}
	if strings.TrimSpace(row.Test) == "" {
		t.Broken = "the record has no test"
	}
	return oneTask(t), nil
}

// program is an output that is a whole program.
func program(language, source string) steelyard.Output {
	return steelyard.Output{Text: steelyard.Text(source), Language: language}
}
