// Package program weighs programs that read standard input and write standard
// output, in Python, JavaScript, C, C++, Go, Java and Rust.
//
// Its entry point is New. The grader asks for one compilation, then for one
// execution a case, all at once; where the task has a special judge, the judge
// is compiled and run in executions of its own, and an interactor shares one
// execution with the candidate, joined by two links. Outputs are compared by
// internal/compare in the engine's process, so expected output never enters a
// sandbox that the candidate runs in.
//
// A judge that crashes, hangs or reports its own failure makes the task broken;
// it never counts against the candidate. The package brings no testlib.h: a
// judge brings its own files.
package program

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"steelyard"
	"steelyard/internal/compare"
	"steelyard/internal/grade"
)

// Name is the grader's name and version.
const Name = "program@1"

// New returns the grader. It has no state and is safe for concurrent use.
func New() *Grader { return &Grader{} }

// Grader implements grade.Grader and grade.Inspector.
type Grader struct{}

var (
	_ grade.Grader    = (*Grader)(nil)
	_ grade.Inspector = (*Grader)(nil)
)

// Name returns "program@1".
func (*Grader) Name() string { return Name }

// Names of steps. A case's step is "case 1" and on, its check "check 1" and on.
const (
	stepCompile    = "compile"
	stepChecker    = "compile checker"
	stepInteractor = "compile interactor"
)

func stepCase(i int) string  { return "case " + strconv.Itoa(i+1) }
func stepCheck(i int) string { return "check " + strconv.Itoa(i+1) }

// Next returns the compilations, then every case, then every check of a special
// judge. No steps are left when the answer holds no program or does not compile.
// An error says why the task itself cannot be weighed.
func (*Grader) Next(in grade.Input, seen []steelyard.Observation) ([]steelyard.Step, error) {
	if err := usable(in.Task); err != nil {
		return nil, err
	}
	sub, err := read(in)
	if err != nil || sub.missing != "" {
		return nil, err
	}
	obs, err := index(in, seen)
	if err != nil {
		return nil, err
	}
	return plan(in, &sub, obs)
}

// Inspect says how a task is weighed, and why it cannot be weighed reliably.
func (*Grader) Inspect(task *steelyard.Task) (grade.Inspection, error) {
	insp := grade.Inspection{Mode: "cases"}
	if err := usable(task); err != nil {
		return insp, err
	}
	insp.Checks = len(task.Suite.Checks)
	switch {
	case task.Program.Interactor != nil:
		insp.Mode = "interactor"
		return insp, nil
	case task.Program.Checker != nil:
		insp.Mode = "checker"
		return insp, nil
	}
	silent := true
	answers := map[steelyard.Digest]steelyard.Digest{}
	for i := range task.Suite.Checks {
		c := task.Suite.Checks[i].Case
		if c.Answer.Held() {
			silent = silent && strings.TrimSpace(c.Answer.String()) == ""
		} else {
			silent = false
		}
		if len(c.Args) > 0 || len(c.Others) > 0 {
			continue
		}
		in, out := c.Input.Sum(), c.Answer.Sum()
		if have, ok := answers[in]; ok && have != out {
			insp.Weak = fmt.Sprintf("case %d has the input of an earlier case and another answer", i+1)
		}
		answers[in] = out
	}
	if silent {
		insp.Weak = "every expected output is blank: a program that does nothing passes"
	}
	return insp, nil
}

// usable reports what makes a task impossible to weigh.
func usable(task *steelyard.Task) error {
	fault := func(field, problem, remedy string) error {
		return &steelyard.InputError{Field: field, Problem: problem, Remedy: remedy}
	}
	if task.Program == nil {
		return fault("program", "missing in a program task", "add it")
	}
	if len(task.Suite.Checks) == 0 {
		return fault("suite.checks", "the task has no checks", "add checks with a case each")
	}
	for i := range task.Suite.Checks {
		if task.Suite.Checks[i].Case == nil {
			return fault(fmt.Sprintf("suite.checks[%d].case", i), "missing", "give input and answer")
		}
	}
	for i, j := range []*steelyard.Judge{task.Program.Checker, task.Program.Interactor} {
		if j == nil {
			continue
		}
		field := []string{"checker", "interactor"}[i]
		if _, ok := lookup(j.Language); !ok {
			return fault("program."+field+".language", fmt.Sprintf("%q is not known", j.Language),
				"use one of "+strings.Join(steelyard.Languages(), ", "))
		}
		if _, ok := j.Files[j.Main]; !ok {
			return fault("program."+field+".main", fmt.Sprintf("%q is not among the files", j.Main), "name one of files")
		}
		if j.Contract != contractTestlib && j.Contract != contractKattis {
			return fault("program."+field+".contract", fmt.Sprintf("%q is not known", j.Contract), "use testlib or kattis")
		}
	}
	if task.Program.Checker != nil || task.Program.Interactor != nil {
		return nil
	}
	return compare.CheckComparison(task.Program.Compare)
}

// index finds observations by step; of several with one name the first counts.
// What is said in them, but for a candidate's output, is read from the store
// where it is only named: a verdict must not depend on where content lies.
func index(in grade.Input, seen []steelyard.Observation) (map[string]*steelyard.Observation, error) {
	m := make(map[string]*steelyard.Observation, len(seen))
	for i := range seen {
		o := &seen[i]
		if _, ok := m[o.Step]; ok {
			continue
		}
		m[o.Step] = o
		for k := range o.Outcome.Procs {
			held, err := hold(in, &o.Outcome.Procs[k])
			if err != nil {
				return nil, fmt.Errorf("read what %s of step %s wrote: %w", o.Outcome.Procs[k].Role, o.Step, err)
			}
			if held == nil {
				continue
			}
			if m[o.Step] == o { // observations are never edited
				c := *o
				c.Outcome.Procs = slices.Clone(o.Outcome.Procs)
				m[o.Step] = &c
			}
			m[o.Step].Outcome.Procs[k] = *held
		}
	}
	return m, nil
}

// hold returns p with its messages at hand, or nil if they are.
func hold(in grade.Input, p *steelyard.ProcOutcome) (*steelyard.ProcOutcome, error) {
	c := *p
	changed := false
	get := func(b steelyard.Blob) (steelyard.Blob, error) {
		if b.Held() {
			return b, nil
		}
		changed = true
		raw, err := in.Read(b)
		return steelyard.Bytes(raw), err
	}
	var err error
	if c.Stderr, err = get(c.Stderr); err != nil {
		return nil, err
	}
	if p.Role != steelyard.ProcCandidate {
		if c.Stdout, err = get(c.Stdout); err != nil {
			return nil, err
		}
	}
	if b, ok := c.Files[messageFile]; ok && !b.Held() {
		if b, err = get(b); err != nil {
			return nil, err
		}
		c.Files = maps.Clone(c.Files)
		c.Files[messageFile] = b
	}
	if !changed {
		return nil, nil
	}
	return &c, nil
}
