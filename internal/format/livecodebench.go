package format

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/zlib"

	"steelyard"
)

const liveCodeBenchName = "livecodebench"

// liveCodeBench is LiveCodeBench's code generation set.
func liveCodeBench() *dialect {
	return &dialect{
		name:  liveCodeBenchName,
		doc:   "LiveCodeBench: question_content, starter_code, public_test_cases, private_test_cases (JSON, or base64 of zlib of a pickled string), metadata",
		holds: HoldsTasks,
		match: func(f map[string]json.RawMessage) bool {
			return has(f, "question_content", "public_test_cases") || has(f, "question_id", "private_test_cases")
		},
		open: func(Options) decoder { return decodeLiveCodeBench },
	}
}

type lcbTest struct {
	Input    string `json:"input"`
	Output   string `json:"output"`
	TestType string `json:"testtype"`
}

func decodeLiveCodeBench(r *record) ([]Item, error) {
	var row struct {
		ID       json.RawMessage `json:"question_id"`
		Title    string          `json:"question_title"`
		Content  string          `json:"question_content"`
		Starter  string          `json:"starter_code"`
		Public   json.RawMessage `json:"public_test_cases"`
		Private  json.RawMessage `json:"private_test_cases"`
		Metadata json.RawMessage `json:"metadata"`
	}
	if err := decodeJSON(r, &row); err != nil {
		return nil, err
	}
	id, err := idText(r, "question_id", row.ID)
	if err != nil {
		return nil, err
	}
	t := &steelyard.Task{ID: id, Kind: steelyard.KindProgram, Prompt: row.Content, Program: &steelyard.ProgramSpec{Languages: []string{"python"}}}
	if strings.TrimSpace(row.Starter) != "" {
		t.Prompt += "\n\n" + row.Starter
	}
	var tests []lcbTest
	public := 0
	for i, raw := range []json.RawMessage{row.Public, row.Private} {
		part, err := lcbTests(raw)
		if err != nil {
			t.Broken = fmt.Sprintf("%s cannot be read: %v", []string{"public_test_cases", "private_test_cases"}[i], err)
			return oneTask(t), nil
		}
		tests = append(tests, part...)
		if i == 0 {
			public = len(part)
		}
	}
	name := funcName(row.Metadata)
	functional := 0
	for _, test := range tests {
		if test.TestType == "functional" {
			functional++
		}
	}
	switch {
	case functional == 0:
		for i, test := range tests {
			t.Suite.Checks = append(t.Suite.Checks, steelyard.Check{
				Case: &steelyard.Case{Input: steelyard.Text(test.Input), Answer: steelyard.Text(test.Output)}, Public: i < public,
			})
		}
	case functional < len(tests):
		t.Broken = "some tests are functional and some are not"
	case name == "":
		t.Broken = "tests are functional and metadata names no func_name"
	default:
		lcbFunction(t, tests, public, name, row.Starter)
	}
	return oneTask(t), nil
}

// lcbFunction makes t a function task: an input holds one JSON value a line, one
// for each argument, an output the JSON of what comes back.
func lcbFunction(t *steelyard.Task, tests []lcbTest, public int, name, starter string) {
	t.Kind, t.Program = steelyard.KindFunction, nil
	t.Env.Imports = pyModules()
	t.Function = &steelyard.FunctionSpec{Language: "python", EntryPoint: name, Class: solutionClass(starter, ""), Before: pyImports}
	for i, test := range tests {
		var args []json.RawMessage
		for line := range strings.Lines(test.Input) {
			line = strings.TrimSpace(line)
			if line == "" {
				continue
			}
			if !json.Valid([]byte(line)) {
				t.Broken = fmt.Sprintf("test %d: the argument %.60q is not JSON", i, line)
				return
			}
			args = append(args, compact(json.RawMessage(line)))
		}
		out := json.RawMessage(strings.TrimSpace(test.Output))
		if !json.Valid(out) {
			t.Broken = fmt.Sprintf("test %d: the output %.60q is not JSON", i, test.Output)
			return
		}
		t.Suite.Checks = append(t.Suite.Checks, steelyard.Check{
			Call: &steelyard.Call{Args: args, Expected: compact(out)}, Public: i < public,
		})
	}
}

// lcbTests reads test cases: a JSON list, a string that holds one, or a string of
// base64 of zlib of a pickled string that holds one.
func lcbTests(raw json.RawMessage) ([]lcbTest, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || string(raw) == "null" {
		return nil, nil
	}
	var tests []lcbTest
	if raw[0] == '[' {
		return tests, json.Unmarshal(raw, &tests)
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return nil, errors.New("neither a list nor a string")
	}
	s = strings.TrimSpace(s)
	if s == "" {
		return nil, nil
	}
	if s[0] == '[' {
		return tests, json.Unmarshal([]byte(s), &tests)
	}
	packed, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		return nil, err
	}
	zr, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	defer zr.Close()
	const most = 512 << 20
	pickled, err := io.ReadAll(io.LimitReader(zr, most+1))
	if err != nil {
		return nil, err
	}
	if len(pickled) > most {
		return nil, fmt.Errorf("more than %s once decompressed", steelyard.Size(most))
	}
	text, err := unpickleString(pickled)
	if err != nil {
		return nil, err
	}
	return tests, json.Unmarshal([]byte(text), &tests)
}

// funcName reads metadata, an object or a string that holds one.
func funcName(raw json.RawMessage) string {
	var meta struct {
		FuncName string `json:"func_name"`
	}
	if json.Unmarshal(raw, &meta) == nil {
		return meta.FuncName
	}
	var s string
	if json.Unmarshal(raw, &s) == nil {
		_ = json.Unmarshal([]byte(s), &meta) // no metadata: no name
	}
	return meta.FuncName
}
