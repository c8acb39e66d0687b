package format

import (
	"encoding/json"
	"path"
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
	case "python":
		f.Before = pyHelperImports
	case "cpp":
		f.Before = cppIncludes
	case "go":
		// A test file of its own: its imports are not the candidate's.
		f.Test = goTestFile(row.TestSetup, row.Test)
	case "rust":
		// The published prompt is only the comment; what a completion continues
		// is the declaration.
		f.Prompt = row.Prompt + rustDeclaration(row.Declaration, row.Gold+row.Test)
	case "java":
		f.Class = "Solution"
	}
	f.EntryPoint = xEntryPoint(lang, &row)
	t := &steelyard.Task{ID: row.TaskID, Kind: steelyard.KindFunction, Prompt: row.Prompt, Function: f}
	if lang == "rust" {
		t.Prompt = f.Prompt
	}
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

// What the reference harness puts before a candidate so that a forgotten import
// does not decide; numpy is left out, which no gold needs.
const (
	pyHelperImports = "import math\nimport re\nimport sys\nimport copy\nimport datetime\nimport itertools\nimport collections\n" +
		"import heapq\nimport statistics\nimport functools\nimport hashlib\nimport string\nfrom typing import *\nfrom collections import *\n"
	cppIncludes = "#include <algorithm>\n#include <climits>\n#include <cstring>\n#include <iostream>\n#include <math.h>\n" +
		"#include <stdio.h>\n#include <stdlib.h>\n#include <string>\n#include <vector>\nusing namespace std;\n"
)

// goTestFile completes the imports of a published Go test, which leans on those
// of the candidate's file.
func goTestFile(setup, test string) string {
	packages := []string{"bytes", "crypto/md5", "fmt", "math", "math/rand", "regexp", "sort", "strconv", "strings", "time"}
	if strings.TrimSpace(setup) == "" {
		setup = "package main\n"
	}
	var missing strings.Builder
	for _, p := range packages {
		used := regexp.MustCompile(`\b` + path.Base(p) + `\.[A-Z]`)
		if used.MatchString(test) && !strings.Contains(setup, `"`+p+`"`) {
			missing.WriteString("import \"" + p + "\"\n")
		}
	}
	return setup + "\n" + missing.String() + "\n" + test
}

// rustDeclaration returns the declaration without the use lines of crates that
// neither it nor the rest of the record needs: a bare compiler has no crates.
func rustDeclaration(declaration, rest string) string {
	crates := []struct{ use, sign string }{
		{"use rand::", "rng"}, {"use regex::", "Regex"}, {"use md5;", "md5::"},
	}
	var kept strings.Builder
	for line := range strings.Lines(declaration) {
		drop := false
		for _, c := range crates {
			if strings.HasPrefix(strings.TrimSpace(line), c.use) {
				other := strings.Replace(declaration, line, "", 1) + rest
				drop = !strings.Contains(other, c.sign)
			}
		}
		if !drop {
			kept.WriteString(line)
		}
	}
	return kept.String()
}

// xEntryPoint returns the function that a completion continues: the last one
// declared. In Rust/10, 32 and 50 that is a helper, and the function tested comes
// after it; the test names that one itself.
func xEntryPoint(lang string, row *humanEvalXRow) string {
	for _, source := range []string{row.Declaration, row.Prompt} {
		if names := xDeclared(lang, source); len(names) > 0 {
			return names[len(names)-1]
		}
	}
	return ""
}

// xDeclared returns the functions that source declares at its outermost level
// (in Java: the methods).
func xDeclared(lang, source string) []string {
	pattern := map[string]string{
		"python":     `(?m)^def\s+(\w+)`,
		"javascript": `(?m)^(?:const|let|var|function)\s+([\w$]+)\s*[=(]`,
		"java":       `(?m)^\s+(?:public|private|protected)[\w\s<>\[\],?]*?\s(\w+)\s*\(`,
		"cpp":        `(?m)^[A-Za-z_][\w:<>, \t*&]*?[ \t*&>](\w+)\s*\([^;{}]*\)\s*\{`,
		"go":         `(?m)^func\s+(\w+)\s*\(`,
		"rust":       `(?m)^\s*(?:pub\s+)?fn\s+(\w+)`,
	}[lang]
	var names []string
	for _, name := range submatches(regexp.MustCompile(pattern), source) {
		if name != "main" {
			names = append(names, name)
		}
	}
	return names
}
