package function

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"steelyard"
	"steelyard/internal/grade"
)

// probe asks whether the environment has what the task itself includes, when a
// compiler says that something is missing. What the compiler said of the
// candidate's code proves nothing: the code can make it say anything.
func (l inprocLang) probe(in grade.Input, compile *steelyard.Observation, seen []steelyard.Observation) ([]steelyard.Step, error) {
	if observed(seen, inprocProbe) != nil {
		return nil, nil
	}
	text, err := compilerText(in, compile)
	if err != nil || inprocMissing(text) == "" {
		return nil, err
	}
	source, argv := l.probeSource(in.Task)
	if source == "" {
		return nil, nil
	}
	return inprocStep(inprocProbe, argv, nil, in.Task.Files, source, nil), nil
}

// compilerText is what a compiler said.
func compilerText(in grade.Input, o *steelyard.Observation) (string, error) {
	c := o.Outcome.Proc(steelyard.ProcCompiler)
	if c == nil {
		return "", nil
	}
	stderr, err := in.Read(c.Stderr)
	if err != nil {
		return "", fmt.Errorf("read the compiler's messages: %w", err)
	}
	stdout, err := in.Read(c.Stdout)
	if err != nil {
		return "", fmt.Errorf("read the compiler's messages: %w", err)
	}
	return string(stderr) + "\n" + string(stdout), nil
}

var inprocLost = []*regexp.Regexp{
	regexp.MustCompile(`fatal error: (\S+): No such file or directory`),
	regexp.MustCompile("unresolved import `(\\w+)`"),
	regexp.MustCompile("use of (?:undeclared crate or module|unresolved module or unlinked crate) `(\\w+)`"),
	regexp.MustCompile(`cannot find package "([^"]+)"`),
	regexp.MustCompile(`error: package ([\w.]+) does not exist`),
	regexp.MustCompile(`cannot find -l(\w+)`),
}

// inprocMissing returns the library that a compiler did not find.
func inprocMissing(text string) string {
	for _, re := range inprocLost {
		if m := re.FindStringSubmatch(text); m != nil {
			return m[1]
		}
	}
	return ""
}

var (
	cppIncludes = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]*<[^>\n]+>`)
	javaImports = regexp.MustCompile(`(?m)^[ \t]*import\s+(?:static\s+)?[\w.]+(?:\.\*)?\s*;`)
)

// probeSource returns a program that has what the task itself includes and
// nothing else, and how it is compiled; it is empty where that is nothing. What
// the benchmark declares for all tasks alike counts only where the task's own
// text uses it.
func (l inprocLang) probeSource(t *steelyard.Task) (source string, argv []string) {
	f := t.Function
	texts := []string{f.Prompt, l.source(f, t), f.TestSetup}
	for i := range t.Gold {
		texts = append(texts, t.Gold[i].Text.String())
	}
	own := strings.Join(texts, "\n")
	switch l.name {
	case "cpp":
		lines := cppIncludes.FindAllString(inprocComment.ReplaceAllString(own, " "), -1)
		return strings.Join(lines, "\n"), []string{"@g++", "-std=gnu++17", "-w", "-fsyntax-only", "-x", "c++", "-"}
	case "java":
		return "", nil // imports of the platform only: javac reads no standard input
	case "rust":
		return rustProbe(f.Before+"\n"+own, own), []string{"@rustc", "--edition", "2021", "--crate-type", "rlib", "--crate-name", "probe", "-o", "probe.rlib", "-"}
	}
	return "", nil
}

// rustProbe names the crates that all declares and own uses.
func rustProbe(all, own string) string {
	var b strings.Builder
	var named []string
	for _, m := range rustUse.FindAllStringSubmatch(all, -1) {
		root, _, _ := strings.Cut(m[1], "::")
		last := m[1][strings.LastIndexByte(m[1], ':')+1:]
		rest := rustUse.ReplaceAllString(own, "")
		uses := regexp.MustCompile(`\b(?:` + regexp.QuoteMeta(root) + `::|` + regexp.QuoteMeta(last) + `\b)`)
		if slices.Contains(rustStandard, root) || slices.Contains(named, root) || slices.Contains(definedNames(own), root) || !uses.MatchString(rest) {
			continue
		}
		named = append(named, root)
		fmt.Fprintf(&b, "extern crate %s;\n", root)
	}
	return b.String()
}

// inprocInfra is firstInfra, but a program made of the candidate's code that
// does not start is the candidate's.
func inprocInfra(seen []steelyard.Observation) string {
	for i := range seen {
		if seen[i].Step == inprocRun && seen[i].Outcome.Infra == nil {
			if p := seen[i].Outcome.Proc(steelyard.ProcCandidate); p != nil && p.End == steelyard.EndNoStart {
				continue
			}
		}
		if why := firstInfra(seen[i : i+1]); why != "" {
			return why
		}
	}
	return ""
}
