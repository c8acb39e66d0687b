// Package literal weighs predicted literals: what a function returns for given
// arguments, or arguments for which it returns a given value (CRUXEval).
//
// New returns the grader. A predicted value is parsed, never run: it must be a
// Python literal, and must equal the true value in type as well as in value, so
// True is not 1 and 1 is not 1.0; the order of sets and dicts does not count.
// Predicted arguments are parsed the same way, and then the task's own code runs
// on them once. An answer that is not a literal, such as an echo of the call, is
// a wrong answer; no answer ever leaves the denominator.
package literal

import (
	"errors"
	"fmt"
	"strings"

	"steelyard"
	"steelyard/internal/compare"
	"steelyard/internal/grade"
	"steelyard/internal/grade/answer"
)

// Grader is the grader of predicted literals. The zero value is ready to use.
type Grader struct{}

var (
	_ grade.Grader    = Grader{}
	_ grade.Inspector = Grader{}
)

// New returns the grader of predicted literals.
func New() Grader { return Grader{} }

// Name returns "literal@1".
func (Grader) Name() string { return "literal@1" }

// What a task can ask for.
const (
	predictOutput = "output"
	predictInput  = "input"
)

const stepCall = "call"

// entryPoint is the function that every CRUXEval program defines.
const entryPoint = "f"

// Inspect checks that the task's own input and output are literals.
func (Grader) Inspect(t *steelyard.Task) (grade.Inspection, error) {
	if _, err := expected(t); err != nil {
		return grade.Inspection{}, err
	}
	mode := "literal"
	if t.Literal.Predict == predictInput {
		mode = "rows"
	}
	return grade.Inspection{Mode: mode, Checks: 1}, nil
}

// expected reads the task's output.
func expected(t *steelyard.Task) (compare.Value, error) {
	l := t.Literal
	fault := func(field, format string, args ...any) error {
		return &steelyard.InputError{
			Field: "literal." + field, Problem: "task " + t.ID + ": " + fmt.Sprintf(format, args...),
			Remedy: "fix the task, or leave it out",
		}
	}
	if l == nil {
		return compare.Value{}, fault("predict", "no literal")
	}
	if l.Language != "" && l.Language != "python" {
		return compare.Value{}, fault("language", "literals of %q are not understood; python ones are", l.Language)
	}
	if l.Predict != predictOutput && l.Predict != predictInput {
		return compare.Value{}, fault("predict", "%q is neither output nor input", l.Predict)
	}
	v, err := parseLiteral(l.Output)
	if err != nil {
		return compare.Value{}, fault("output", "%v", err)
	}
	return v, nil
}

// prediction is what was taken from an answer.
type prediction struct {
	text      string
	extracted string
	flags     []string
	noAnswer  string
}

func read(in grade.Input) (prediction, error) {
	var p prediction
	raw, err := in.Read(in.Rollout.Text)
	if err != nil {
		return p, fmt.Errorf("read the answer: %w", err)
	}
	got, err := answer.Extract(string(raw), answer.Options{})
	p.flags = got.Flags
	if err != nil {
		if !errors.Is(err, answer.ErrEmpty) && !errors.Is(err, answer.ErrTruncated) {
			return p, err
		}
		p.noAnswer = err.Error()
		return p, nil
	}
	p.text = strings.TrimSpace(got.Code)
	if inner, ok := tagged(p.text); ok {
		p.text, got.Partial = inner, true
	}
	if got.Partial {
		p.extracted = p.text
	}
	return p, nil
}

// tagged takes the answer out of the markers that CRUXEval's prompts ask for.
func tagged(s string) (string, bool) {
	for _, tag := range [][2]string{{"[ANSWER]", "[/ANSWER]"}, {"<answer>", "</answer>"}} {
		i := strings.LastIndex(s, tag[0])
		if i < 0 {
			continue
		}
		s = s[i+len(tag[0]):]
		if j := strings.Index(s, tag[1]); j >= 0 {
			s = s[:j]
		}
		return strings.TrimSpace(s), true
	}
	return s, false
}

// Next asks for the call of the task's code when the arguments are predicted.
func (Grader) Next(in grade.Input, seen []steelyard.Observation) ([]steelyard.Step, error) {
	if _, err := expected(in.Task); err != nil {
		return nil, err
	}
	if in.Task.Literal.Predict != predictInput || len(seen) > 0 {
		return nil, nil
	}
	p, err := read(in)
	if err != nil || p.noAnswer != "" {
		return nil, err
	}
	row, err := argumentRow(p.text)
	if err != nil {
		return nil, nil //nolint:nilerr // not a literal: a wrong answer, which Verdict says
	}
	return []steelyard.Step{{Name: stepCall, Exec: callExec(in.Task, row)}}, nil
}

// Verdict compares the prediction with the truth.
func (Grader) Verdict(in grade.Input, seen []steelyard.Observation) (steelyard.Verdict, error) {
	v := steelyard.Verdict{Channel: steelyard.ChannelSeparate}
	want, err := expected(in.Task)
	if err != nil {
		v.Outcome, v.Cause, v.Reason = steelyard.Invalid, steelyard.CauseTaskBroken, err.Error()
		return v, nil //nolint:nilerr // a broken task is a verdict, not a failure of the grader
	}
	p, err := read(in)
	if err != nil {
		return v, err
	}
	v.Flags, v.Extracted = p.flags, p.extracted
	var f finding
	switch {
	case p.noAnswer != "":
		f = wrong(steelyard.CauseNoAnswer, p.noAnswer)
		f.status = steelyard.CheckNotRun
	case in.Task.Literal.Predict == predictOutput:
		f = judgeOutput(p.text, &want)
	default:
		f = judgeInput(p.text, &want, seen)
	}
	f.fill(&v)
	return v, nil
}

// finding is what became of the one check.
type finding struct {
	status  string
	outcome steelyard.VerdictOutcome
	cause   string
	detail  string
}

func wrong(cause, detail string) finding {
	return finding{status: steelyard.CheckFailed, outcome: steelyard.Fail, cause: cause, detail: oneLine(detail)}
}

func (f *finding) fill(v *steelyard.Verdict) {
	v.Outcome, v.Cause, v.Reason = f.outcome, f.cause, f.detail
	passed := 0.0
	if f.outcome == steelyard.Pass {
		passed = 1
	}
	v.Score = passed
	v.Checks = []steelyard.CheckResult{{ID: "1", Status: f.status, Weight: 1, Detail: f.detail}}
	v.Evidence = steelyard.Evidence{"tests.passed": passed, "tests.total": 1, "tests.weighted": passed}
}

func oneLine(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "�")), " ")
	if len(s) > 400 {
		s = strings.ToValidUTF8(s[:400], "") + "…"
	}
	return s
}

func judgeOutput(text string, want *compare.Value) finding {
	got, err := parseLiteral(predictedValue(text))
	if err != nil {
		return wrong(steelyard.CauseWrongAnswer, "not a literal: "+err.Error())
	}
	if !(compare.PyRule{Strict: true}).Equal(&got, want) {
		return wrong(steelyard.CauseWrongAnswer, "expected "+compare.PyReprClip(want, 150)+", found "+compare.PyReprClip(&got, 150))
	}
	return finding{status: steelyard.CheckPassed, outcome: steelyard.Pass}
}

func judgeInput(text string, want *compare.Value, seen []steelyard.Observation) finding {
	if _, err := argumentRow(text); err != nil {
		return wrong(steelyard.CauseWrongAnswer, "not literal arguments: "+err.Error())
	}
	for i := range seen {
		if seen[i].Step == stepCall {
			return judgeCall(&seen[i].Outcome, want)
		}
	}
	return finding{
		status: steelyard.CheckNotRun, outcome: steelyard.NotJudged,
		cause: steelyard.CauseFactsMissing, detail: "not run",
	}
}
