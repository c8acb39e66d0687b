// Package function weighs function tasks: the candidate defines a function, and
// checks call it.
//
// New returns the grader. It compiles a task's published tests into data rows:
// arguments, and what must hold of the value that comes back. The candidate's
// process gets the arguments only; the value is decoded and compared here. Tests
// that are more than assertions on literals run in a trusted tester, a process
// of its own that calls the candidate through a proxy. Tests that need what
// cannot cross between processes run in the candidate's, and the verdict's
// channel says so. Which of these applies is fixed by the task alone.
//
// The grader refuses nothing silently: a task whose tests it cannot read is
// broken, with the reason, and a value that cannot cross fails its check.
package function

import (
	"fmt"

	"steelyard"
	"steelyard/internal/grade"
)

// Grader is the grader of function tasks.
type Grader struct {
	languages map[string]language
}

var (
	_ grade.Grader    = (*Grader)(nil)
	_ grade.Inspector = (*Grader)(nil)
)

// New returns the grader of function tasks. It is safe for concurrent use.
func New() *Grader {
	return &Grader{languages: map[string]language{
		"python":     newPyLang(),
		"javascript": jsLang{},
		"cpp":        inprocLang{"cpp"},
		"go":         inprocLang{"go"},
		"java":       inprocLang{"java"},
		"rust":       inprocLang{"rust"},
	}}
}

// Name returns "function@1".
func (*Grader) Name() string { return "function@1" }

// Inspect says how the task is weighed: mode "rows", "tester" or "in_process".
// The error is a *steelyard.InputError when the task is broken.
func (g *Grader) Inspect(t *steelyard.Task) (grade.Inspection, error) {
	l, err := g.language(t)
	if err != nil {
		return grade.Inspection{}, err
	}
	return l.inspect(t)
}

// Next returns the executions that the task needs, all at once.
func (g *Grader) Next(in grade.Input, seen []steelyard.Observation) ([]steelyard.Step, error) {
	l, err := g.language(in.Task)
	if err != nil {
		return nil, err
	}
	return l.next(in, seen)
}

// Verdict gives the meaning of the observations. A task that is broken is
// invalid, with the reason.
func (g *Grader) Verdict(in grade.Input, seen []steelyard.Observation) (steelyard.Verdict, error) {
	l, err := g.language(in.Task)
	if err != nil {
		return steelyard.Verdict{}, err
	}
	return l.verdict(in, seen)
}

func (g *Grader) language(t *steelyard.Task) (language, error) {
	if t.Function == nil {
		return nil, &steelyard.InputError{
			Field: "function", Problem: fmt.Sprintf("task %s has no function", t.ID),
			Remedy: "give kind function a function object",
		}
	}
	l, ok := g.languages[t.Function.Language]
	if !ok {
		return nil, &steelyard.InputError{
			Field:   "function.language",
			Problem: fmt.Sprintf("task %s is in %q", t.ID, t.Function.Language),
			Remedy:  "function tasks are weighed in python, javascript, cpp, go, java and rust",
		}
	}
	return l, nil
}
