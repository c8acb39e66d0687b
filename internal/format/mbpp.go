package format

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"steelyard"
)

const (
	mbppName          = "mbpp"
	mbppSanitizedName = "mbpp-sanitized"
)

// mbpp reads both forms of MBPP; the record tells which.
func mbpp() *dialect {
	return &dialect{
		name:  mbppName,
		doc:   "MBPP, full (text, code, test_setup_code, test_list) or sanitized (prompt, test_imports)",
		holds: HoldsTasks,
		match: func(f map[string]json.RawMessage) bool { return has(f, "task_id", "code", "test_list", "text") },
		open:  openMBPP,
	}
}

func mbppSanitized() *dialect {
	return &dialect{
		name:  mbppSanitizedName,
		doc:   "MBPP sanitized: prompt, code, test_imports, test_list",
		holds: HoldsTasks,
		match: func(f map[string]json.RawMessage) bool { return has(f, "task_id", "code", "test_list", "prompt") },
		open:  openMBPP,
	}
}

type mbppRow struct {
	TaskID     json.RawMessage `json:"task_id"`
	Text       string          `json:"text"`
	Prompt     string          `json:"prompt"`
	Code       string          `json:"code"`
	Setup      string          `json:"test_setup_code"`
	Imports    []string        `json:"test_imports"`
	Tests      []string        `json:"test_list"`
	Challenges []string        `json:"challenge_test_list"`
}

func openMBPP(opt Options) decoder {
	return func(r *record) ([]Item, error) {
		var row mbppRow
		if err := decodeJSON(r, &row); err != nil {
			return nil, err
		}
		id, err := idText(r, "task_id", row.TaskID)
		if err != nil {
			return nil, err
		}
		return oneTask(row.task(id, opt)), nil
	}
}

func (row *mbppRow) task(id string, opt Options) *steelyard.Task {
	imports := strings.Join(row.Imports, "\n")
	entry := entryPoint(row.Code, row.Tests)
	t := &steelyard.Task{
		ID:     id,
		Kind:   steelyard.KindFunction,
		Prompt: row.Text + row.Prompt,
		Function: &steelyard.FunctionSpec{
			Language:   "python",
			EntryPoint: entry,
			Before:     imports,
			// Set-up code uses classes that the candidate defines (367, 927), so
			// it runs after the candidate's, not before as in the reference.
			After:     row.Setup,
			TestSetup: imports,
		},
		Limits:  mbppOwnLimits(id),
		Dataset: mbppName,
	}
	if row.Text == "" && row.Prompt != "" {
		t.Dataset = mbppSanitizedName
	}
	for _, a := range row.Tests {
		t.Suite.Checks = append(t.Suite.Checks, steelyard.Check{Assert: a, Public: true})
	}
	if opt.Challenge {
		for _, a := range row.Challenges {
			t.Suite.Checks = append(t.Suite.Checks, steelyard.Check{Assert: a})
		}
	}
	if strings.TrimSpace(row.Code) != "" {
		t.Gold = []steelyard.Output{program("python", row.Code)}
	}
	if entry == "" {
		t.Broken = "no test calls a function that the code defines"
		if len(row.Tests) == 0 {
			t.Broken = "the record has no tests"
		}
	}
	return t
}

// mbppOwnLimits returns the limits of tasks whose gold needs more than the
// format's default: 123 sums amicable numbers for 6 to 11 s.
func mbppOwnLimits(id string) steelyard.Limits {
	if id == "123" || id == "Mbpp/123" {
		return steelyard.Limits{CPU: seconds(30), Wall: seconds(60)}
	}
	return steelyard.Limits{}
}

var (
	pyDef   = regexp.MustCompile(`(?m)^(?:async[ \t]+)?def[ \t]+(\w+)[ \t]*\(`)
	pyClass = regexp.MustCompile(`(?m)^class[ \t]+(\w+)`)
	pyCall  = regexp.MustCompile(`([A-Za-z_.][\w.]*)[ \t]*\(`) // dots show methods of something else
)

// entryPoint returns the function that the code defines and the tests call: the
// one that most tests call, and of these the one called first.
func entryPoint(code string, tests []string) string {
	defined := submatches(pyDef, code)
	if name := mostCalled(defined, tests); name != "" {
		return name
	}
	return mostCalled(submatches(pyClass, code), tests)
}

func mostCalled(names, tests []string) string {
	calls := map[string]int{}
	var order []string
	for _, test := range tests {
		seen := map[string]bool{}
		for _, name := range submatches(pyCall, test) {
			if seen[name] || !slices.Contains(names, name) {
				continue
			}
			seen[name] = true
			if calls[name] == 0 {
				order = append(order, name)
			}
			calls[name]++
		}
	}
	best := ""
	for _, name := range order {
		if best == "" || calls[name] > calls[best] {
			best = name
		}
	}
	return best
}

func submatches(re *regexp.Regexp, s string) []string {
	var out []string
	for _, m := range re.FindAllStringSubmatch(s, -1) {
		out = append(out, m[1])
	}
	return out
}
