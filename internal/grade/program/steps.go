package program

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"steelyard"
	"steelyard/internal/grade"
)

// Contracts of special judges.
const (
	contractTestlib = "testlib"
	contractKattis  = "kattis"
)

// Names of the files that judges get.
const (
	inputFile   = "input.txt"
	outputFile  = "output.txt"
	answerFile  = "answer.txt"
	feedbackDir = "feedback/"
	messageFile = feedbackDir + "judgemessage.txt"
)

// plan returns the steps that can be taken now and were not taken before.
func plan(in grade.Input, sub *submission, seen map[string]*steelyard.Observation) ([]steelyard.Step, error) {
	task := in.Task
	p := planner{task: task, sub: sub, seen: seen, compiledBy: stepCompile}
	for _, j := range []*steelyard.Judge{task.Program.Checker, task.Program.Interactor} {
		if j == nil {
			continue
		}
		code, err := in.Read(j.Files[j.Main])
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", j.Main, err)
		}
		if j == task.Program.Checker {
			p.checkerCode = string(code)
		} else {
			p.interactorCode = string(code)
		}
	}
	ready := true
	if sub.lang.compile != nil {
		ready = p.compile(stepCompile, p.candidateFiles(), sub.sources, sub.lang, task.Program.Interactor == nil)
	}
	if j := task.Program.Checker; j != nil {
		ready = p.compileJudge(stepChecker, j, true) && ready
	}
	if j := task.Program.Interactor; j != nil {
		ready = p.compileJudge(stepInteractor, j, false) && ready
	}
	if !ready {
		return p.steps, nil
	}
	for i := range task.Suite.Checks {
		o := seen[stepCase(i)]
		switch {
		case o == nil && task.Program.Interactor != nil:
			p.add(stepCase(i), p.interact(i))
		case o == nil:
			p.add(stepCase(i), p.runCase(i))
		case task.Program.Checker != nil && seen[stepCheck(i)] == nil:
			if out, ok := checkable(task, o); ok {
				p.add(stepCheck(i), p.check(i, out))
			}
		}
	}
	if len(p.steps) == 0 {
		if i := failedJudge(task, seen); i >= 0 {
			return p.control(in, i)
		}
	}
	return p.steps, nil
}

type planner struct {
	task  *steelyard.Task
	sub   *submission
	seen  map[string]*steelyard.Observation
	steps []steelyard.Step
	// compiledBy is the step that compiles sub.
	compiledBy string
	// Sources of the judges' main files.
	checkerCode, interactorCode string
}

func (p *planner) add(name string, x *steelyard.Exec) {
	p.steps = append(p.steps, steelyard.Step{Name: name, Exec: x})
}

// candidateFiles are the answer's files and the task's, which come first.
func (p *planner) candidateFiles() map[string]steelyard.Blob {
	files := maps.Clone(p.sub.files)
	maps.Copy(files, p.task.Files)
	return files
}

// compile asks for a compilation unless it was seen, and reports whether it
// succeeded. A frozen one is the base of later steps, and a collected one is
// handed on as files, for executions whose processes must not see each other's
// folder.
func (p *planner) compile(step string, files map[string]steelyard.Blob, sources []string, l language, freeze bool) bool {
	if o := p.seen[step]; o != nil {
		return compiled(o, freeze)
	}
	proc := steelyard.Proc{
		Role: steelyard.ProcCompiler, Argv: l.compile(safeNames(sources)), Env: l.env, Files: files, Limits: compileLimits(),
	}
	if !freeze {
		proc.Collect = l.artifacts
	}
	p.add(step, &steelyard.Exec{Procs: []steelyard.Proc{proc}, Freeze: freeze, Confirm: true})
	return false
}

// compiled reports whether a compilation left something to run.
func compiled(o *steelyard.Observation, freeze bool) bool {
	c := o.Outcome.Proc(steelyard.ProcCompiler)
	if o.Outcome.Infra != nil || c == nil || c.End != steelyard.EndExited || c.Code != 0 {
		return false
	}
	return freeze && o.Outcome.Layer != "" || !freeze && len(c.Files) > 0
}

// safeNames keeps file names from being read as options or response files.
func safeNames(names []string) []string {
	out := slices.Clone(names)
	for i, n := range out {
		if strings.HasPrefix(n, "-") || strings.HasPrefix(n, "@") {
			out[i] = "./" + n
		}
	}
	return out
}

func (p *planner) compileJudge(step string, j *steelyard.Judge, freeze bool) bool {
	l, _ := lookup(j.Language) // usable has looked
	if l.compile == nil {
		return true
	}
	return p.compile(step, j.Files, judgeSources(j, l), l, freeze)
}

// judgeSources are the main file and, where a language compiles them together,
// the other sources in its folder.
func judgeSources(j *steelyard.Judge, l language) []string {
	out := []string{j.Main}
	for _, f := range slices.Sorted(maps.Keys(j.Files)) {
		if f != j.Main && path.Dir(f) == path.Dir(j.Main) && slices.Contains(l.extensions, path.Ext(f)) {
			out = append(out, f)
		}
	}
	return out
}

func (p *planner) limits() steelyard.Limits { return p.task.Limits.Or(caseLimits()) }

// candidate returns the candidate's process without its input.
func (p *planner) candidate(c *steelyard.Case) steelyard.Proc {
	lim := p.limits()
	main := safeNames([]string{p.sub.main})[0]
	return steelyard.Proc{
		Role: steelyard.ProcCandidate, Argv: append(p.sub.lang.run(main, p.sub.code, lim), c.Args...), Limits: lim,
	}
}

func (p *planner) runCase(i int) *steelyard.Exec {
	c := p.task.Suite.Checks[i].Case
	proc := p.candidate(c)
	x := &steelyard.Exec{Confirm: true}
	if p.sub.lang.compile != nil {
		x.BaseStep = p.compiledBy
	} else {
		proc.Files = p.candidateFiles()
	}
	if name := p.task.Program.InputFile; name != "" {
		if proc.Files == nil {
			proc.Files = map[string]steelyard.Blob{}
		}
		proc.Files[name] = c.Input
	} else {
		proc.Stdin = c.Input
	}
	if name := p.task.Program.OutputFile; name != "" {
		proc.Collect = []string{name}
	}
	x.Procs = []steelyard.Proc{proc}
	return x
}

// interact puts the candidate and the interactor into one execution. It has no
// base: each gets what was compiled for it as files, so that neither sees the
// other's folder.
func (p *planner) interact(i int) *steelyard.Exec {
	c := p.task.Suite.Checks[i].Case
	candidate := p.candidate(c)
	candidate.Files = p.candidateFiles()
	if o := p.seen[p.compiledBy]; o != nil {
		artifacts(&candidate, o)
	}
	j := p.task.Program.Interactor
	judge := p.judge(j, p.interactorCode, i)
	maps.Copy(judge.Files, j.Files)
	if o := p.seen[stepInteractor]; o != nil {
		artifacts(&judge, o)
	}
	judge.Role = steelyard.ProcInteractor
	// The interactor outlives a candidate that hangs, so that the time-out is
	// the candidate's.
	judge.Limits.Wall = max(judge.Limits.Wall, candidate.Limits.Wall+judgeLimits().Wall/2)
	if p.task.Program.Checker != nil {
		judge.Collect = append(judge.Collect, outputFile)
	}
	size := candidate.Limits.Output
	return &steelyard.Exec{
		Procs: []steelyard.Proc{candidate, judge},
		Links: []steelyard.Link{
			{From: steelyard.ProcCandidate, To: steelyard.ProcInteractor, Cap: size, Record: transcriptSize},
			{From: steelyard.ProcInteractor, To: steelyard.ProcCandidate, Cap: size, Record: transcriptSize},
		},
		Confirm: true,
	}
}

// transcriptSize is how much of a conversation is kept in each direction.
const transcriptSize = 64 * steelyard.KiB

// artifacts hands what a compilation made to a process.
func artifacts(proc *steelyard.Proc, o *steelyard.Observation) {
	c := o.Outcome.Proc(steelyard.ProcCompiler)
	for name, b := range c.Files {
		proc.Files[name] = b
		if name == binary {
			proc.Executable = append(proc.Executable, name)
		}
	}
}

// judge returns a judge's process for case i, with the files and arguments of
// its contract but the candidate's output.
func (p *planner) judge(j *steelyard.Judge, code string, i int) steelyard.Proc {
	c := p.task.Suite.Checks[i].Case
	l, _ := lookup(j.Language) // usable has looked
	lim := j.Limits.Or(judgeLimits())
	argv := l.run(safeNames([]string{j.Main})[0], code, lim)
	proc := steelyard.Proc{
		Files:  map[string]steelyard.Blob{inputFile: c.Input, answerFile: c.Answer},
		Limits: lim,
	}
	switch {
	case j.Contract == contractKattis:
		proc.Argv = append(argv, inputFile, answerFile, feedbackDir)
		// The folder exists because a file in it does.
		proc.Files[feedbackDir+".keep"] = steelyard.Blob{}
		proc.Collect = []string{messageFile}
	default:
		proc.Argv = append(argv, inputFile, outputFile, answerFile)
	}
	proc.Argv = append(proc.Argv, j.Args...)
	return proc
}

// check runs the special judge on one case's output.
func (p *planner) check(i int, output steelyard.Blob) *steelyard.Exec {
	j := p.task.Program.Checker
	proc := p.judge(j, p.checkerCode, i)
	proc.Role = steelyard.ProcChecker
	x := &steelyard.Exec{Confirm: true}
	if l, _ := lookup(j.Language); l.compile != nil {
		x.BaseStep = stepChecker
	} else {
		maps.Copy(proc.Files, j.Files)
	}
	if j.Contract == contractKattis {
		proc.Stdin = output
	} else {
		proc.Files[outputFile] = output
	}
	x.Procs = []steelyard.Proc{proc}
	return x
}
