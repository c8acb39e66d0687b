package format

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"steelyard"
)

const evalPlusName = "evalplus"

// evalPlus is HumanEval+ and MBPP+: inputs instead of tests; what is right is
// what the canonical solution returns.
func evalPlus() *dialect {
	return &dialect{
		name:  evalPlusName,
		doc:   "EvalPlus, HumanEval+ and MBPP+: base_input, plus_input, contract, atol, canonical_solution",
		holds: HoldsTasks,
		match: func(f map[string]json.RawMessage) bool {
			return has(f, "task_id", "entry_point", "base_input", "plus_input")
		},
		open: func(Options) decoder { return decodeEvalPlus },
	}
}

func decodeEvalPlus(r *record) ([]Item, error) {
	var row struct {
		TaskID     string          `json:"task_id"`
		Prompt     string          `json:"prompt"`
		EntryPoint string          `json:"entry_point"`
		Gold       string          `json:"canonical_solution"`
		Contract   string          `json:"contract"`
		Base       json.RawMessage `json:"base_input"`
		Plus       json.RawMessage `json:"plus_input"`
		Atol       float64         `json:"atol"`
	}
	if err := decodeJSON(r, &row); err != nil {
		return nil, err
	}
	mbppLike := strings.HasPrefix(strings.ToLower(row.TaskID), "mbpp/")
	t := &steelyard.Task{
		ID:     row.TaskID,
		Kind:   steelyard.KindFunction,
		Prompt: row.Prompt,
		Limits: mbppOwnLimits(row.TaskID),
		Function: &steelyard.FunctionSpec{
			Language:   "python",
			EntryPoint: row.EntryPoint,
			Prompt:     row.Prompt,
			Contract:   row.Contract,
			// The reference compares floats by numpy's allclose with rtol 1e-7 and,
			// where the task states no atol, 1e-6.
			Abs:    max(row.Atol, 1e-6),
			Rel:    1e-7,
			Oracle: steelyard.OracleGold,
		},
	}
	gold := row.Prompt + row.Gold
	if mbppLike {
		// An MBPP+ prompt is a docstring, not code that a completion continues,
		// and its canonical solution is a whole program.
		t.Function.Prompt = ""
		gold = row.Gold
	}
	if strings.TrimSpace(row.Gold) != "" {
		t.Gold = []steelyard.Output{program("python", gold)}
	}
	shape := ""
	if mbppLike {
		shape = mbppPlusShape(row.TaskID)
	}
	for _, in := range []struct {
		field, prefix string
		raw           json.RawMessage
	}{{"base_input", "base", row.Base}, {"plus_input", "plus", row.Plus}} {
		calls, err := argLists(in.raw)
		if err != nil {
			t.Broken = fmt.Sprintf("%s: %v", in.field, err)
			break
		}
		for i, args := range calls {
			call := &steelyard.Call{Args: args}
			if shape != "" {
				if call.Source, err = shapedArgs(shape, args); err != nil {
					t.Broken = fmt.Sprintf("%s[%d]: %v", in.field, i, err)
					break
				}
				call.Args = nil
			}
			t.Suite.Checks = append(t.Suite.Checks, steelyard.Check{ID: fmt.Sprintf("%s %d", in.prefix, i), Call: call})
		}
	}
	if row.EntryPoint == "" {
		t.Broken = "the record names no entry_point"
	}
	return oneTask(t), nil
}

// argLists reads a list of argument lists; MBPP+ writes an empty set of inputs
// as {} or null.
func argLists(raw json.RawMessage) ([][]json.RawMessage, error) {
	switch strings.TrimSpace(string(raw)) {
	case "", "null", "{}":
		return nil, nil
	}
	var lists [][]json.RawMessage
	if err := json.Unmarshal(raw, &lists); err != nil {
		return nil, errors.New("not a list of argument lists")
	}
	return lists, nil
}
