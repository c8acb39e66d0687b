package format

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"steelyard"
)

const codeContestsName = "codecontests"

// codeContests is the JSON form of CodeContests' ContestProblem.
func codeContests() *dialect {
	return &dialect{
		name:  codeContestsName,
		doc:   "CodeContests, JSON: name, description, public_tests, private_tests, generated_tests, solutions, time_limit, memory_limit_bytes",
		holds: HoldsTasks,
		match: func(f map[string]json.RawMessage) bool {
			return has(f, "name", "public_tests") || has(f, "description", "generated_tests")
		},
		open: func(Options) decoder { return decodeCodeContests },
	}
}

func decodeCodeContests(r *record) ([]Item, error) {
	var row struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Public      json.RawMessage `json:"public_tests"`
		Private     json.RawMessage `json:"private_tests"`
		Generated   json.RawMessage `json:"generated_tests"`
		Solutions   json.RawMessage `json:"solutions"`
		Time        json.RawMessage `json:"time_limit"`
		Memory      json.RawMessage `json:"memory_limit_bytes"`
		InputFile   string          `json:"input_file"`
		OutputFile  string          `json:"output_file"`
	}
	if err := decodeJSON(r, &row); err != nil {
		return nil, err
	}
	if row.Name == "" {
		return nil, r.fault("name", "the name is the task's id", "missing or empty")
	}
	t := &steelyard.Task{
		ID: row.Name, Kind: steelyard.KindProgram, Prompt: row.Description,
		Program: &steelyard.ProgramSpec{
			// The reference folds case; its absolute 1e-5 is replaced by our
			// 1e-6 absolute or relative, for decimals only.
			Compare:    steelyard.Comparison{IgnoreCase: true},
			InputFile:  streamFile(row.InputFile, "stdin"),
			OutputFile: streamFile(row.OutputFile, "stdout"),
		},
		Limits: codeContestsLimits(row.Time, row.Memory),
	}
	for _, part := range []struct {
		field, prefix string
		raw           json.RawMessage
	}{{"public_tests", "public", row.Public}, {"private_tests", "private", row.Private}, {"generated_tests", "generated", row.Generated}} {
		tests, err := contestTests(part.raw)
		if err != nil {
			t.Broken = fmt.Sprintf("%s cannot be read: %v", part.field, err)
			return oneTask(t), nil
		}
		for i, test := range tests {
			t.Suite.Checks = append(t.Suite.Checks, steelyard.Check{
				ID:     fmt.Sprintf("%s %d", part.prefix, i),
				Case:   &steelyard.Case{Input: steelyard.Text(test[0]), Answer: steelyard.Text(test[1])},
				Public: part.prefix == "public",
			})
		}
	}
	golds, err := contestSolutions(row.Solutions)
	if err != nil {
		t.Broken = fmt.Sprintf("solutions cannot be read: %v", err)
	}
	t.Gold = golds
	return oneTask(t), nil
}

// streamFile returns the file that stands for a standard stream, or "".
func streamFile(name, stream string) string {
	if name == stream {
		return ""
	}
	return name
}

// contestTests reads tests as a list of objects, or as the object of lists that
// the Hugging Face copy has.
func contestTests(raw json.RawMessage) ([][2]string, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || string(raw) == "null" {
		return nil, nil
	}
	var out [][2]string
	if raw[0] == '[' {
		var list []struct {
			Input  string `json:"input"`
			Output string `json:"output"`
		}
		if err := json.Unmarshal(raw, &list); err != nil {
			return nil, err
		}
		for _, t := range list {
			out = append(out, [2]string{t.Input, t.Output})
		}
		return out, nil
	}
	var lists struct {
		Input  []string `json:"input"`
		Output []string `json:"output"`
	}
	if err := json.Unmarshal(raw, &lists); err != nil {
		return nil, err
	}
	if len(lists.Input) != len(lists.Output) {
		return nil, fmt.Errorf("%d inputs and %d outputs", len(lists.Input), len(lists.Output))
	}
	for i := range lists.Input {
		out = append(out, [2]string{lists.Input[i], lists.Output[i]})
	}
	return out, nil
}

// contestSolutions returns golds, the languages people weigh most first.
// Python 2 and unknown languages cannot be run and are passed over.
func contestSolutions(raw json.RawMessage) ([]steelyard.Output, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || string(raw) == "null" {
		return nil, nil
	}
	var languages []json.RawMessage
	var sources []string
	if raw[0] == '[' {
		var list []struct {
			Language json.RawMessage `json:"language"`
			Solution string          `json:"solution"`
		}
		if err := json.Unmarshal(raw, &list); err != nil {
			return nil, err
		}
		for _, s := range list {
			languages, sources = append(languages, s.Language), append(sources, s.Solution)
		}
	} else {
		var lists struct {
			Language []json.RawMessage `json:"language"`
			Solution []string          `json:"solution"`
		}
		if err := json.Unmarshal(raw, &lists); err != nil {
			return nil, err
		}
		if len(lists.Language) != len(lists.Solution) {
			return nil, errors.New("as many languages as solutions are needed")
		}
		languages, sources = lists.Language, lists.Solution
	}
	const most = 2 // of each language
	byLang := map[string][]steelyard.Output{}
	for i, src := range sources {
		lang := contestLanguage(languages[i])
		if lang != "" && len(byLang[lang]) < most && strings.TrimSpace(src) != "" {
			byLang[lang] = append(byLang[lang], program(lang, src))
		}
	}
	var out []steelyard.Output
	for _, lang := range []string{"cpp", "python", "java"} {
		out = append(out, byLang[lang]...)
	}
	return out, nil
}

// contestLanguage maps the proto's enum, as number or name.
func contestLanguage(raw json.RawMessage) string {
	switch strings.Trim(string(raw), `"`) {
	case "2", "CPP":
		return "cpp"
	case "3", "PYTHON3":
		return "python"
	case "4", "JAVA":
		return "java"
	}
	return ""
}

// codeContestsLimits reads the limits; time is {seconds, nanos}, a number of
// seconds, or "2s".
func codeContestsLimits(timeRaw, memRaw json.RawMessage) steelyard.Limits {
	var l steelyard.Limits
	var parts struct {
		Seconds json.Number `json:"seconds"`
		Nanos   json.Number `json:"nanos"`
	}
	var sec float64
	if json.Unmarshal(timeRaw, &parts) == nil {
		s, _ := parts.Seconds.Float64() // absent is 0
		n, _ := parts.Nanos.Float64()
		sec = s + n/1e9
	} else {
		var d steelyard.Duration
		if json.Unmarshal(timeRaw, &d) == nil {
			sec = d.Std().Seconds()
		}
	}
	if sec > 0 && sec <= 3600 {
		l.CPU, l.Wall = seconds(sec), seconds(2*sec+5)
	}
	var num json.Number
	if json.Unmarshal(memRaw, &num) == nil {
		if n, err := num.Int64(); err == nil && n > 0 && n <= 1<<40 {
			l.Memory = steelyard.Size(n)
		}
	}
	return l
}
