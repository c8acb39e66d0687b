package function

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"steelyard"
	"steelyard/internal/grade"
	"steelyard/internal/grade/answer"
)

// jsAnswer is the candidate's program.
type jsAnswer struct {
	code      string
	files     map[string]steelyard.Blob
	extracted string
	flags     []string
	// reason says why there is no program; empty when there is one.
	reason string
}

// jsReadAnswer takes the program out of a rollout. An answer that declares the
// entry point is a whole program; else it completes the prompt.
func jsReadAnswer(in grade.Input) (jsAnswer, error) {
	f := in.Task.Function
	var a jsAnswer
	blob := in.Rollout.Text
	if len(in.Rollout.Files) > 0 && blob.IsZero() {
		if a.reason = answer.Files(in.Rollout.Files, append(slices.Collect(maps.Keys(in.Task.Files)), jsOrderFile)...); a.reason != "" {
			return a, nil
		}
		main := jsMainFile(in.Rollout.Files)
		if main == "" {
			a.reason = "no JavaScript file among the answer's files"
			return a, nil
		}
		blob = in.Rollout.Files[main]
		a.files = map[string]steelyard.Blob{}
		for name, b := range in.Rollout.Files {
			if name != main {
				a.files[name] = b
			}
		}
	}
	text, err := in.Read(blob)
	if err != nil {
		return a, fmt.Errorf("read the answer: %w", err)
	}
	name := f.EntryPoint
	if f.Class != "" {
		name = f.Class
	}
	got, err := answer.Extract(string(text), answer.Options{Defines: func(code, _ string) bool { return jsDeclares(code, name) }})
	a.flags = got.Flags
	if err != nil {
		if !errors.Is(err, answer.ErrEmpty) || f.Prompt == "" {
			a.reason = err.Error()
			return a, nil
		}
		got.Code = ""
	}
	if got.Partial {
		a.extracted = got.Code
	}
	got.Code = jsUnexport(got.Code)
	a.code = got.Code
	if !jsDeclares(got.Code, name) {
		a.code = f.Prompt + got.Code
		return a, nil
	}
	// A whole program keeps the prompt's helpers unless it brings its own.
	if helpers := jsPreamble(f.Prompt); helpers != "" {
		theirs := jsDeclared(got.Code)
		own := slices.ContainsFunc(jsDeclared(helpers), func(n string) bool { return slices.Contains(theirs, n) })
		if !own {
			a.code = helpers + "\n" + got.Code
		}
	}
	return a, nil
}

var (
	jsExported    = regexp.MustCompile(`(?m)^export\s+(?:default\s+)?((?:async\s+function|function|class)\s+[\w$]|(?:const|let|var)\s)`)
	jsExportNames = regexp.MustCompile(`(?m)^export\s+(?:default\s+[\w$]+|\{[^}]*\})\s*;?[ \t]*$`)
)

// jsUnexport drops the word export before declarations: answers are often
// written as modules, and the driver runs scripts. What is exported stays
// declared.
func jsUnexport(code string) string {
	return jsExportNames.ReplaceAllString(jsExported.ReplaceAllString(code, "$1"), "")
}

func jsMainFile(files map[string]steelyard.Blob) string {
	var names []string
	for name := range files {
		switch path.Ext(name) {
		case ".js", ".cjs", ".mjs":
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, want := range []string{"solution.js", "index.js", "main.js"} {
		if slices.Contains(names, want) {
			return want
		}
	}
	if len(names) == 1 {
		return names[0]
	}
	return ""
}

// jsTop is one declaration at the outermost level of a program.
type jsTop struct {
	name string
	pos  int
}

// jsScan lists what a program declares at its outermost level, and whether all
// its brackets are closed. Text that is not JavaScript ends the list.
func jsScan(src string) (tops []jsTop, closed bool) {
	lex := jsLexer{src: src}
	depth := 0
	var before, start jsToken
	for {
		t, err := lex.next()
		if err != nil {
			return tops, false
		}
		if t.kind == jsTokEOF {
			return tops, depth == 0
		}
		if t.kind == jsTokPunct {
			switch t.text {
			case "(", "[", "{":
				depth++
			case ")", "]", "}":
				depth--
			case "=":
				// f = …, module.exports.f = …
				if depth == 0 && before.kind == jsTokIdent && start.kind != jsTokIdent {
					tops = append(tops, jsTop{before.text, before.pos})
				}
			}
		}
		if depth == 0 && t.kind == jsTokIdent {
			switch before.text {
			case "const", "let", "var", "function", "class", "*":
				at := before.pos
				if start.kind == jsTokIdent {
					at = start.pos
				}
				tops = append(tops, jsTop{t.text, at})
			}
		}
		// start is the first word of "async function* f" and "const f".
		switch {
		case t.kind == jsTokIdent && slices.Contains([]string{"const", "let", "var", "class", "function", "async"}, t.text):
			if before.text != "async" {
				start = t
			}
		case t.text != "*" && t.kind != jsTokIdent:
			start = jsToken{}
		}
		before = t
	}
}

// jsDeclared lists the names a program declares at its outermost level.
func jsDeclared(src string) []string {
	tops, _ := jsScan(src)
	var names []string
	for _, t := range tops {
		names = append(names, t.name)
	}
	return names
}

// jsDeclares reports whether code declares name at its outermost level.
func jsDeclares(code, name string) bool { return slices.Contains(jsDeclared(code), name) }

// jsPreamble returns the part of a prompt before the function that it leaves
// open: the helpers that tests and candidates may use.
func jsPreamble(prompt string) string {
	tops, closed := jsScan(prompt)
	if closed || len(tops) < 2 {
		return ""
	}
	return strings.TrimSpace(prompt[:tops[len(tops)-1].pos])
}

var jsRequired = regexp.MustCompile(`\brequire\s*\(\s*["'` + "`" + `]([^"'` + "`" + `]+)["'` + "`" + `]\s*\)`)

// jsNeeds returns the modules that the task's solution requires by name, those
// apart that the task brings as files.
func jsNeeds(in grade.Input) ([]string, error) {
	var out []string
	for i := range in.Task.Gold {
		if in.Task.Gold[i].Text.IsZero() {
			continue
		}
		src, err := in.Read(in.Task.Gold[i].Text)
		if err != nil {
			return nil, fmt.Errorf("read the solution: %w", err)
		}
		for _, m := range jsRequired.FindAllStringSubmatch(string(src), -1) {
			if name := m[1]; !strings.HasPrefix(name, ".") && !jsBrings(in.Task, name) && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out, nil
}

func jsBrings(t *steelyard.Task, module string) bool {
	for file := range t.Files {
		if strings.HasPrefix(file, "node_modules/"+module+"/") || strings.HasPrefix(file, "node_modules/"+module+".") {
			return true
		}
	}
	return false
}
