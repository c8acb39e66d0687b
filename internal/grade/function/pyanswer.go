package function

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"steelyard"
	"steelyard/internal/compare"
	"steelyard/internal/grade"
	"steelyard/internal/grade/answer"
)

// pyAnswer is the candidate's program.
type pyAnswer struct {
	code      string
	files     map[string]steelyard.Blob
	extracted string
	flags     []string
	// reason says why there is no program; empty when there is one.
	reason string
}

// readPyAnswer takes the program out of an output. An answer that defines the
// entry point at its left margin is a whole program, and the prompt's imports
// and helpers go before it; else it continues the prompt.
func readPyAnswer(in grade.Input, out *steelyard.Output) (pyAnswer, error) {
	f := in.Task.Function
	var a pyAnswer
	blob := out.Text
	if len(out.Files) > 0 && blob.IsZero() {
		if a.reason = answer.Files(out.Files, append(slices.Collect(maps.Keys(in.Task.Files)), "order")...); a.reason != "" {
			return a, nil
		}
		main := pyMainFile(out.Files)
		if main == "" {
			a.reason = "no Python file among the answer's files"
			return a, nil
		}
		blob = out.Files[main]
		a.files = map[string]steelyard.Blob{}
		for name, b := range out.Files {
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
	got, err := answer.Extract(string(text), answer.Options{Defines: func(code, _ string) bool { return pyDefines(code, name) >= 0 }})
	a.flags = got.Flags
	if err != nil {
		a.reason = err.Error()
		if !errors.Is(err, answer.ErrEmpty) && !errors.Is(err, answer.ErrTruncated) {
			return a, err
		}
		return a, nil
	}
	if got.Partial {
		a.extracted = got.Code
	}
	switch {
	case f.Prompt == "":
		a.code = got.Code
	case pyDefines(got.Code, name) >= 0:
		a.code = pyPromptHead(f.Prompt, name) + got.Code
	default:
		a.code = pyContinue(f.Prompt, got.Code)
	}
	return a, nil
}

func pyMainFile(files map[string]steelyard.Blob) string {
	var names []string
	for name := range files {
		if path.Ext(name) == ".py" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, want := range []string{"solution.py", "main.py"} {
		if slices.Contains(names, want) {
			return want
		}
	}
	if len(names) == 1 {
		return names[0]
	}
	return ""
}

// pyDefines returns the offset of the line that binds name at the left margin,
// or -1. It reads lines, not syntax, because an answer may not be Python at all.
func pyDefines(code, name string) int {
	offset := 0
	for line := range strings.Lines(code) {
		rest := line
		for _, word := range []string{"async ", "def ", "class "} {
			if r, ok := strings.CutPrefix(rest, word); ok {
				rest = strings.TrimLeft(r, " \t")
			}
		}
		if r, ok := strings.CutPrefix(rest, name); ok {
			r = strings.TrimLeft(r, " \t")
			def := rest != line
			switch {
			case def && (strings.HasPrefix(r, "(") || strings.HasPrefix(r, ":") || strings.HasPrefix(r, "[")):
				return offset
			case !def && (strings.HasPrefix(r, "=") && !strings.HasPrefix(r, "==") || strings.HasPrefix(r, ":")):
				return offset
			}
		}
		offset += len(line)
	}
	return -1
}

// pyPromptHead is the part of the prompt before the definition that it leaves
// open: imports and helpers.
func pyPromptHead(prompt, name string) string {
	at, last := 0, -1
	for {
		i := pyDefines(prompt[at:], name)
		if i < 0 {
			break
		}
		last = at + i
		at = last + 1
		if nl := strings.IndexByte(prompt[last:], '\n'); nl >= 0 {
			at = last + nl + 1
		}
	}
	if last < 0 {
		return "" // the prompt is not code that defines the entry point
	}
	head := strings.TrimRight(prompt[:last], " \t\r\n")
	// Decorators belong to the definition.
	for {
		i := strings.LastIndexByte(head, '\n') + 1
		if !strings.HasPrefix(head[i:], "@") {
			break
		}
		head = strings.TrimRight(head[:i], " \t\r\n")
	}
	if head == "" {
		return ""
	}
	return head + "\n\n\n"
}

// pyContinue joins a completion to the prompt. Policies often drop the
// indentation of the first line, or of all lines; where the prompt leaves a
// body open it is put back.
func pyContinue(prompt, code string) string {
	if !pyOpenBody(prompt) {
		return prompt + code
	}
	trimmed := strings.TrimLeft(code, "\r\n")
	if trimmed == "" || trimmed[0] == ' ' || trimmed[0] == '\t' || trimmed[0] == '#' {
		return prompt + code
	}
	if !strings.HasSuffix(prompt, "\n") {
		if i := strings.LastIndexByte(prompt, '\n') + 1; strings.TrimSpace(prompt[i:]) == "" {
			return prompt + trimmed // the prompt itself ends with the indentation
		}
		prompt += "\n"
	}
	for _, word := range []string{"def ", "class ", "import ", "from ", "@"} {
		if strings.HasPrefix(trimmed, word) {
			return prompt + "    pass\n\n" + trimmed // a program without the entry point
		}
	}
	rest := ""
	first := trimmed
	if i := strings.IndexByte(trimmed, '\n'); i >= 0 {
		first, rest = trimmed[:i+1], trimmed[i+1:]
	}
	all := false
	for line := range strings.Lines(rest) {
		if s := strings.TrimRight(line, "\r\n"); s != "" && s[0] != ' ' && s[0] != '\t' && s[0] != '#' {
			all = true
			break
		}
	}
	if !all {
		return prompt + "    " + first + rest
	}
	var b strings.Builder
	b.WriteString(prompt)
	for line := range strings.Lines(trimmed) {
		if strings.TrimSpace(line) != "" {
			b.WriteString("    ")
		}
		b.WriteString(line)
	}
	return b.String()
}

// pyOpenBody reports whether the prompt ends inside the body of a function, so
// that what follows must be indented.
func pyOpenBody(prompt string) bool {
	stmts, err := pyStmts(prompt)
	if err != nil || len(stmts) == 0 {
		return false
	}
	last := &stmts[len(stmts)-1]
	if h := last.head(); h != "def" && h != "class" && h != "@" && h != "async" {
		return false
	}
	if slices.ContainsFunc(last.toks, func(t compare.PyToken) bool { return t.Kind == compare.PyIndent }) {
		return true
	}
	return len(last.toks) > 1 && strings.HasSuffix(strings.TrimSpace(last.text()), ":")
}
