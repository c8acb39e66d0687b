package format

import (
	"encoding/json"
	"regexp"
	"strings"

	"steelyard"
)

// humanEvalX is HumanEval-X: HumanEval in Python, JavaScript, Java, C++, Go and
// Rust; the language is the prefix of task_id.
func humanEvalX() *dialect {
	return &dialect{
		name:  "humaneval-x",
		doc:   "HumanEval-X (Python, JavaScript, Java, C++, Go, Rust): task_id \"Lang/n\", prompt, declaration, canonical_solution, test",
		holds: HoldsTasks,
		match: func(f map[string]json.RawMessage) bool {
			return has(f, "task_id", "prompt", "declaration", "canonical_solution", "test")
		},
		open: func(Options) decoder { return decodeHumanEvalX },
	}
}

type humanEvalXRow struct {
	TaskID      string `json:"task_id"`
	Prompt      string `json:"prompt"`
	Declaration string `json:"declaration"`
	Gold        string `json:"canonical_solution"`
	Test        string `json:"test"`
	Import      string `json:"import"`
	TestSetup   string `json:"test_setup"`
}

func decodeHumanEvalX(r *record) ([]Item, error) {
	var row humanEvalXRow
	if err := decodeJSON(r, &row); err != nil {
		return nil, err
	}
	prefix, _, ok := strings.Cut(row.TaskID, "/")
	lang := xLanguage(prefix)
	if !ok || lang == "" {
		return nil, r.fault("task_id", `use "Python/0", "JavaScript/0", "Java/0", "CPP/0", "Go/0" or "Rust/0"`, "%q has no known language before the slash", row.TaskID)
	}
	f := &steelyard.FunctionSpec{Language: lang, Prompt: row.Prompt, Test: row.Test}
	switch lang {
	case "go":
		// The published test brings the package clause and every import, so the
		// prompt's own imports go: Go refuses both twice.
		f.Prompt = strings.TrimPrefix(strings.TrimLeft(row.Prompt, "\n"), strings.Trim(row.Import, "\n"))
		f.Before = row.TestSetup
	case "rust":
		// The declaration carries the crate's use lines and an empty main.
		if !strings.Contains(row.Prompt, "use ") {
			f.Before = rustUses(row.Declaration)
		}
	case "java":
		f.Class = "Solution"
	}
	f.EntryPoint = xEntryPoint(lang, row.Declaration)
	if f.EntryPoint == "" {
		f.EntryPoint = xEntryPoint(lang, row.Prompt)
	}
	t := &steelyard.Task{ID: row.TaskID, Kind: steelyard.KindFunction, Prompt: row.Prompt, Function: f}
	if row.Gold != "" {
		t.Gold = []steelyard.Output{program(lang, f.Prompt+row.Gold)}
	}
	switch {
	case f.EntryPoint == "":
		t.Broken = "no function is declared in declaration or prompt"
	case strings.TrimSpace(row.Test) == "":
		t.Broken = "the record has no test"
	}
	return oneTask(t), nil
}

func xLanguage(prefix string) string {
	switch strings.ToLower(prefix) {
	case "python":
		return "python"
	case "javascript", "js":
		return "javascript"
	case "java":
		return "java"
	case "cpp", "c++":
		return "cpp"
	case "go":
		return "go"
	case "rust":
		return "rust"
	}
	return ""
}

// rustUses returns the part of a declaration before the function that the
// prompt declares again.
func rustUses(declaration string) string {
	var out strings.Builder
	for line := range strings.Lines(declaration) {
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, "fn ") && !strings.HasPrefix(trimmed, "fn main") || strings.HasPrefix(trimmed, "pub fn ") {
			break
		}
		out.WriteString(line)
	}
	return out.String()
}

// xEntryPoint returns the last function that source declares at its outermost
// level (in Java: the last method), which is the one a completion continues.
func xEntryPoint(lang, source string) string {
	pattern := map[string]string{
		"python":     `(?m)^def\s+(\w+)`,
		"javascript": `(?m)^(?:const|let|var|function)\s+([\w$]+)\s*[=(]`,
		"java":       `(?m)^\s+(?:public|private|protected)[\w\s<>\[\],?]*?\s(\w+)\s*\(`,
		"cpp":        `(?m)^[\w:<>,\s*&]*?[\s*&>](\w+)\s*\([^;{}]*\)\s*\{`,
		"go":         `(?m)^func\s+(\w+)\s*\(`,
		"rust":       `(?m)^\s*(?:pub\s+)?fn\s+(\w+)`,
	}[lang]
	name := ""
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(source, -1) {
		if m[1] != "main" {
			name = m[1]
		}
	}
	return name
}
