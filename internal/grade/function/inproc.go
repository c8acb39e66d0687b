package function

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"steelyard"
	"steelyard/internal/grade"
	"steelyard/internal/grade/answer"
)

// inprocLang weighs function tasks of compiled languages. Their published test
// programs are written against the candidate's types and can only run in its
// process: the channel is in_process and the verdict says so.
//
// What is kept from the candidate all the same: a run passes only when code of
// ours, reached after the last test, prints a nonce; so leaving early, by
// whatever exit, is a failure. The nonce is in no file: our code reads it from
// standard input before any of the candidate's code runs. Nor does a run see the
// sources of the tests, but what the compiler made of them. Macros of the
// candidate's are undone before the test, assertions are bound to the real ones,
// and an answer that redefines a type or macro the test names, or asks the
// compiler for files, is rejected. What remains possible is code that searches or
// changes the memory of its own process.
type inprocLang struct{ name string }

var _ language = inprocLang{}

// Steps of an in-process task.
const (
	inprocCompile = "compile"
	inprocLink    = "link"
	inprocProbe   = "probe"
	inprocRun     = "run"
)

// Flags of verdicts from in-process tests.
const (
	flagRedefines = "redefines_test_names"
	flagExits     = "calls_exit"
	flagEquality  = "overrides_equality"
	flagPeeks     = "reads_build_files"
)

// inprocBuild is a program ready to be compiled.
type inprocBuild struct {
	files   map[string]string
	source  string // on the compiler's standard input
	compile []string
	env     []string
	made    []string // what the compilation leaves
	// link makes the program of what was compiled and of a source of ours, in a
	// step of its own: while the candidate's code is compiled it is not there.
	link       []string
	linkSource string
	linked     []string
	run        []string
	// nonce is printed after the last test; tag makes names that a candidate
	// cannot know when it is written. The nonce stands in no name, because a
	// program can ask for names: of modules, of classes, on its command line.
	nonce, tag string
}

// inprocAnswer is the candidate's code.
type inprocAnswer struct {
	code      string
	extracted string
	flags     []string
	reason    string
	cause     string
}

func (l inprocLang) source(f *steelyard.FunctionSpec, t *steelyard.Task) string {
	parts := []string{f.Test}
	for i := range t.Suite.Checks {
		parts = append(parts, t.Suite.Checks[i].Assert)
	}
	return strings.TrimSpace(strings.Join(parts, "\n"))
}

func (l inprocLang) check(t *steelyard.Task) error {
	f := t.Function
	if !inprocName.MatchString(f.EntryPoint) {
		return fmt.Errorf("entry point %q is not a name", f.EntryPoint)
	}
	for i := range t.Suite.Checks {
		if t.Suite.Checks[i].Assert == "" {
			return fmt.Errorf("check %d: a %s function task takes test programs only", i+1, l.name)
		}
	}
	switch {
	case f.Test != "" && len(t.Suite.Checks) > 0:
		return errors.New("a test program and checks cannot be combined in " + l.name)
	case len(t.Suite.Checks) > 1:
		return fmt.Errorf("a %s function task takes one test program", l.name)
	}
	if l.source(f, t) == "" {
		return errors.New("the task has no checks")
	}
	return nil
}

var inprocName = regexp.MustCompile(`^[A-Za-z_]\w*$`)

func (l inprocLang) inspect(t *steelyard.Task) (grade.Inspection, error) {
	if err := l.check(t); err != nil {
		return grade.Inspection{}, err
	}
	if _, err := l.build(t, ""); err != nil {
		return grade.Inspection{}, err
	}
	return grade.Inspection{Mode: modeInProcess, Weak: "the test program runs in the candidate's process", Checks: 1}, nil
}

// build assembles the program of a candidate's code. An error is the task's.
func (l inprocLang) build(t *steelyard.Task, code string) (inprocBuild, error) {
	f := t.Function
	test := l.source(f, t)
	// The nonce depends on what the candidate does not see, and on its code, so
	// that it differs between candidates.
	sum := steelyard.DigestOf([]byte(l.name + "\x00" + test + "\x00" + f.TestSetup + "\x00" + code)).Hex()
	b := inprocBuild{files: map[string]string{}, nonce: sum[:32], tag: sum[32:48]}
	var err error
	switch l.name {
	case "cpp":
		err = b.cpp(f, test, code)
	case "go":
		err = b.golang(f, test, code)
	case "java":
		err = b.java(f, test, code)
	case "rust":
		err = b.rust(f, test, code)
	default:
		err = fmt.Errorf("no way to run function tests in %q", l.name)
	}
	return b, err
}

func (l inprocLang) next(in grade.Input, seen []steelyard.Observation) ([]steelyard.Step, error) {
	if err := l.check(in.Task); err != nil {
		return nil, err
	}
	a, err := l.answer(in)
	if err != nil || a.reason != "" {
		return nil, err
	}
	b, err := l.build(in.Task, a.code)
	if err != nil {
		return nil, err
	}
	made := observed(seen, inprocCompile)
	if made == nil {
		files := map[string]steelyard.Blob{}
		for name, c := range in.Task.Files {
			files[name] = c
		}
		for name, text := range b.files {
			files[name] = steelyard.Text(text)
		}
		return inprocStep(inprocCompile, b.compile, b.env, files, b.source, b.made), nil
	}
	if !inprocCompiled(made) {
		return l.probe(in, made, seen)
	}
	if len(b.link) > 0 {
		link := observed(seen, inprocLink)
		if link == nil {
			return inprocStep(inprocLink, b.link, b.env, made.Outcome.Proc(steelyard.ProcCompiler).Files, b.linkSource, b.linked), nil
		}
		if made = link; !inprocCompiled(made) {
			return nil, nil
		}
	}
	if observed(seen, inprocRun) != nil {
		return nil, nil
	}
	proc := steelyard.Proc{
		Role: steelyard.ProcCandidate, Argv: b.run, Stdin: steelyard.Text(b.nonce), Limits: in.Task.Limits.Or(inprocLimits()),
		Files: map[string]steelyard.Blob{},
	}
	for name, c := range made.Outcome.Proc(steelyard.ProcCompiler).Files {
		proc.Files[name] = c
		if name == "main" {
			proc.Executable = []string{name}
		}
	}
	return []steelyard.Step{{Name: inprocRun, Exec: &steelyard.Exec{Procs: []steelyard.Proc{proc}, Confirm: true}}}, nil
}

func inprocStep(name string, argv, env []string, files map[string]steelyard.Blob, source string, collect []string) []steelyard.Step {
	proc := steelyard.Proc{
		Role: steelyard.ProcCompiler, Argv: argv, Env: env, Files: files, Collect: collect, Limits: inprocCompileLimits(),
	}
	if source != "" {
		proc.Stdin = steelyard.Text(source)
	}
	return []steelyard.Step{{Name: name, Exec: &steelyard.Exec{Procs: []steelyard.Proc{proc}}}}
}

func inprocCompileLimits() steelyard.Limits {
	return steelyard.Limits{
		Wall: steelyard.Duration(90 * time.Second), CPU: steelyard.Duration(60 * time.Second),
		Output: steelyard.MiB, Disk: 512 * steelyard.MiB, OpenFiles: 1024,
	}
}

func inprocLimits() steelyard.Limits {
	return steelyard.Limits{
		Wall: steelyard.Duration(20 * time.Second), CPU: steelyard.Duration(10 * time.Second), Output: 4 * steelyard.MiB,
	}
}

func inprocCompiled(o *steelyard.Observation) bool {
	c := o.Outcome.Proc(steelyard.ProcCompiler)
	return c != nil && c.End == steelyard.EndExited && c.Code == 0 && len(c.Files) > 0
}

// inprocWhole finds code that declares the entry point, as opposed to code that
// continues the prompt.
func (l inprocLang) declares(f *steelyard.FunctionSpec, code string) bool {
	name := regexp.QuoteMeta(f.EntryPoint)
	pattern := map[string]string{
		"cpp":  `(?m)^[A-Za-z_][\w:<>,\s*&\[\]]*[\s*&>]` + name + `\s*\(`,
		"go":   `(?m)^func\s+` + name + `\s*[\[(]`,
		"java": `\bclass\s+` + regexp.QuoteMeta(orElse(f.Class, "Solution")) + `\b`,
		"rust": `(?m)^(?:pub\s+)?fn\s+` + name + `\s*[<(]`,
	}[l.name]
	return pattern != "" && regexp.MustCompile(pattern).MatchString(code)
}

// answer takes the code out of a rollout and completes it with the prompt.
func (l inprocLang) answer(in grade.Input) (inprocAnswer, error) {
	f := in.Task.Function
	var a inprocAnswer
	blob := in.Rollout.Text
	if blob.IsZero() && len(in.Rollout.Files) == 1 {
		for _, b := range in.Rollout.Files {
			blob = b
		}
	}
	text, err := in.Read(blob)
	if err != nil {
		return a, fmt.Errorf("read the answer: %w", err)
	}
	got, err := answer.Extract(string(text), answer.Options{Defines: func(code, _ string) bool { return l.declares(f, code) }})
	a.flags = got.Flags
	if err != nil {
		a.reason, a.cause = err.Error(), steelyard.CauseNoAnswer
		return a, nil
	}
	if got.Partial {
		a.extracted = got.Code
	}
	a.code = got.Code
	if !l.declares(f, got.Code) {
		a.code = f.Prompt + got.Code
	} else if helpers := l.preamble(f, got.Code); helpers != "" {
		a.code = helpers + "\n" + got.Code
	}
	if name := l.redefined(in.Task, f, a.code); name != "" {
		a.flags = append(a.flags, flagRedefines)
		a.reason, a.cause = "the answer defines "+name+", which the test names", steelyard.CauseDenied
	}
	if what := inprocPeek.FindString(a.code); what != "" {
		a.flags = append(a.flags, flagPeeks)
		a.reason, a.cause = "the answer asks the compiler for a file: "+firstLine(what), steelyard.CauseDenied
	}
	code := inprocComment.ReplaceAllString(a.code, " ")
	if inprocExit.MatchString(code) {
		a.flags = append(a.flags, flagExits)
	}
	if inprocEqual.MatchString(code) {
		a.flags = append(a.flags, flagEquality)
	}
	return a, nil
}

var (
	inprocComment = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*`)
	inprocExit    = regexp.MustCompile(`\b(?:_exit|_Exit|quick_exit|exit|abort|pthread_exit|longjmp|Goexit)\s*\(|\bos\.Exit\b|\bSystem\s*\.\s*exit\b|\.halt\s*\(|\bprocess::(?:exit|abort)\b`)
	inprocEqual   = regexp.MustCompile(`\boperator\s*[=!]=|\bimpl\b[^{;]*\bPartialEq\b|\bboolean\s+equals\s*\(`)
	inprocPeek    = regexp.MustCompile(`\.incbin\b|#\s*embed\b|//go:(?:embed|linkname)\b|\binclude(?:_str|_bytes)?!|#\s*include\s*(?:[<"]\s*/|__FILE__|__BASE_FILE__)`)
	// inprocDefines finds the names of types and macros that code defines.
	inprocDefines = regexp.MustCompile(`(?m)^\s*#\s*define\s+(\w+)|\b(?:class|struct|interface|enum|record|trait|union|namespace|mod|typedef|macro_rules!)\s+(\w+)|(?m)^\s*type\s+(\w+)|\busing\s+(\w+)\s*=`)
	inprocWord    = regexp.MustCompile(`[A-Za-z_]\w*`)
)

// redefined returns a type or macro that the code defines, neither the prompt
// nor the task's solution does, and the test names: redefining what a test uses
// is no way to solve a task.
func (l inprocLang) redefined(t *steelyard.Task, f *steelyard.FunctionSpec, code string) string {
	used := inprocWord.FindAllString(l.source(f, t), -1)
	prompt := definedNames(f.Prompt + "\n" + f.Before)
	for i := range t.Gold {
		prompt = append(prompt, definedNames(t.Gold[i].Text.String())...)
	}
	for _, name := range definedNames(code) {
		if name == orElse(f.Class, "Solution") || slices.Contains(prompt, name) {
			continue
		}
		if slices.Contains(used, name) {
			return name
		}
	}
	return ""
}

func definedNames(code string) []string {
	var out []string
	for _, m := range inprocDefines.FindAllStringSubmatch(inprocComment.ReplaceAllString(code, " "), -1) {
		for _, name := range m[1:] {
			if name != "" {
				out = append(out, name)
			}
		}
	}
	return out
}

// preamble returns what of the prompt a whole program still needs: its helpers,
// unless the program brings its own.
func (l inprocLang) preamble(f *steelyard.FunctionSpec, code string) string {
	if l.name == "java" {
		return ""
	}
	cut := strings.LastIndex(f.Prompt, f.EntryPoint)
	if cut < 0 {
		return ""
	}
	cut = strings.LastIndexByte(f.Prompt[:cut], '\n') + 1
	helpers := f.Prompt[:cut]
	var keep []string
	for line := range strings.Lines(helpers) {
		t := strings.TrimSpace(line)
		if strings.HasPrefix(t, "#include") || strings.HasPrefix(t, "using namespace") || l.name == "rust" && strings.HasPrefix(t, "use ") {
			if !strings.Contains(code, t) {
				keep = append(keep, line)
			}
		}
	}
	for _, m := range inprocFunc.FindAllStringSubmatch(inprocComment.ReplaceAllString(helpers, " "), -1) {
		name := m[1]
		probe := *f
		probe.EntryPoint = name
		if l.declares(&probe, helpers) && !l.declares(&probe, code) {
			return inprocComment.ReplaceAllString(helpers, " ")
		}
	}
	return strings.Join(keep, "")
}

var inprocFunc = regexp.MustCompile(`(?m)^\S[^\n;]*?(\w+)\s*\([^;{}]*\{`)

func (l inprocLang) verdict(in grade.Input, seen []steelyard.Observation) (steelyard.Verdict, error) {
	v := steelyard.Verdict{Channel: steelyard.ChannelInProcess}
	if err := l.check(in.Task); err != nil {
		v.Outcome, v.Cause, v.Reason = steelyard.Invalid, steelyard.CauseTaskBroken, err.Error()
		return v, nil
	}
	a, err := l.answer(in)
	if err != nil {
		return v, err
	}
	v.Extracted, v.Flags = a.extracted, a.flags
	b, err := l.build(in.Task, a.code)
	if err != nil {
		v.Outcome, v.Cause, v.Reason = steelyard.Invalid, steelyard.CauseTaskBroken, err.Error()
		return v, nil
	}
	cause, reason := a.cause, a.reason
	if reason == "" {
		if infra := inprocInfra(seen); infra != "" {
			v.Outcome, v.Cause, v.Reason = steelyard.NotJudged, steelyard.CauseInfra, infra
			return v, nil
		}
		if cause, reason, err = l.judge(in, &b, seen); err != nil {
			return v, err
		}
	}
	status := steelyard.CheckFailed
	switch cause {
	case "":
		v.Outcome, v.Score, status = steelyard.Pass, 1, steelyard.CheckPassed
	case steelyard.CauseFactsMissing:
		v.Outcome, v.Cause, v.Reason, status = steelyard.NotJudged, cause, reason, steelyard.CheckNotRun
	case steelyard.CauseTaskBroken:
		v.Outcome, v.Cause, v.Reason = steelyard.Invalid, cause, reason
	default:
		v.Outcome, v.Cause, v.Reason = steelyard.Fail, cause, reason
	}
	id := "test"
	if checks := in.Task.Suite.Checks; len(checks) == 1 && checks[0].ID != "" {
		id = checks[0].ID
	}
	v.Checks = []steelyard.CheckResult{{ID: id, Status: status, Detail: reason}}
	v.Evidence = steelyard.Evidence{"tests.passed": v.Score, "tests.total": 1, "tests.weighted": v.Score}
	return v, nil
}

// judge reads the observations; an empty cause means that the test passed.
func (l inprocLang) judge(in grade.Input, b *inprocBuild, seen []steelyard.Observation) (cause, reason string, err error) {
	for _, step := range []string{inprocCompile, inprocLink} {
		if step == inprocLink && len(b.link) == 0 {
			continue
		}
		o := observed(seen, step)
		if o == nil || o.Outcome.Proc(steelyard.ProcCompiler) == nil {
			return steelyard.CauseFactsMissing, "not compiled", nil
		}
		if inprocCompiled(o) {
			continue
		}
		c := o.Outcome.Proc(steelyard.ProcCompiler)
		if cause := jsEndCause(c); cause != "" {
			return cause, "the compiler: " + cause, nil
		}
		text, err := compilerText(in, o)
		if err != nil {
			return "", "", err
		}
		if probe := observed(seen, inprocProbe); probe != nil {
			if c := probe.Outcome.Proc(steelyard.ProcCompiler); c != nil && c.End == steelyard.EndExited && c.Code != 0 {
				said, err := compilerText(in, probe)
				if err != nil {
					return "", "", err
				}
				return steelyard.CauseTaskBroken, "the environment lacks " + orElse(inprocMissing(said), "a library") + ", which the task needs", nil
			}
		}
		return steelyard.CauseCompileError, compilerError(text), nil
	}
	run := observed(seen, inprocRun)
	if run == nil {
		return steelyard.CauseFactsMissing, "not run", nil
	}
	p := run.Outcome.Proc(steelyard.ProcCandidate)
	switch {
	case p == nil:
		return steelyard.CauseFactsMissing, "not run", nil
	case p.End == steelyard.EndNoStart:
		// What is started was made of the candidate's code.
		return steelyard.CauseRuntimeError, "the program does not start: " + firstLine(p.Note), nil
	}
	if cause := jsEndCause(p); cause != "" {
		return cause, "ended during the test: " + cause, nil
	}
	out, err := in.Read(p.Stdout)
	if err != nil {
		return "", "", fmt.Errorf("read the output: %w", err)
	}
	done := slices.Contains(strings.Split(string(out), "\n"), b.nonce)
	switch {
	case p.End == steelyard.EndExited && p.Code == 0 && done:
		return "", "", nil
	case p.End == steelyard.EndExited && p.Code == 0:
		return steelyard.CauseRuntimeError, "the process ended before the test did", nil
	case p.End == steelyard.EndExited && p.Code == inprocFailed:
		return steelyard.CauseWrongAnswer, "the test failed", nil
	}
	stderr, err := in.Read(p.Stderr)
	if err != nil {
		return "", "", fmt.Errorf("read the error output: %w", err)
	}
	if inprocAssert.Match(out) {
		stderr = out // Go's runner reports on standard output
	}
	if inprocAssert.Match(stderr) {
		return steelyard.CauseWrongAnswer, "the test failed: " + firstLine(string(inprocAssert.Find(stderr))), nil
	}
	return steelyard.CauseRuntimeError, "the test ended with " + jsEnd(p), nil
}

// inprocFailed is the exit code of our own assertions.
const inprocFailed = 93

var (
	inprocAssert = regexp.MustCompile(`(?m)^.*(?:AssertionError|[Aa]ssertion .*failed).*$`)
)

func compilerError(text string) string {
	for line := range strings.Lines(text) {
		if strings.Contains(line, "error") || strings.Contains(line, ".go:") {
			return firstLine(line)
		}
	}
	return orElse(firstLine(text), "the compiler failed")
}
