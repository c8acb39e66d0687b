package literal_test

import (
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"steelyard"
	"steelyard/internal/compare"
	"steelyard/internal/grade"
	"steelyard/internal/grade/literal"
)

func input(l steelyard.LiteralSpec, answer string) grade.Input {
	return grade.Input{
		Task:    &steelyard.Task{ID: "t", Kind: steelyard.KindLiteral, Literal: &l},
		Rollout: &steelyard.Rollout{Output: steelyard.Output{Text: steelyard.Text(answer)}},
		Read:    func(b steelyard.Blob) ([]byte, error) { return b.Inline, nil },
	}
}

func TestOutput(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		want, answer string
		outcome      steelyard.VerdictOutcome
		cause        string
	}{
		{"1", "1", steelyard.Pass, ""},
		{"1", "True", steelyard.Fail, steelyard.CauseWrongAnswer},
		{"True", "1", steelyard.Fail, steelyard.CauseWrongAnswer},
		{"1", "1.0", steelyard.Fail, steelyard.CauseWrongAnswer},
		{"[1, (2,)]", "[1,(2,)]", steelyard.Pass, ""},
		{"[1, (2,)]", "[1, [2]]", steelyard.Fail, steelyard.CauseWrongAnswer},
		{"{1, 2}", "{2, 1}", steelyard.Pass, ""},
		{"{'a': 1, 'b': [2]}", `{"b": [2], "a": 1}`, steelyard.Pass, ""},
		{"'x'", `"x"`, steelyard.Pass, ""},
		{"'x'", "x", steelyard.Fail, steelyard.CauseWrongAnswer},
		{"set()", "set()", steelyard.Pass, ""},
		{"-1.5", "- 1.5", steelyard.Pass, ""},
		{"'x'", "assert f(1) == 'x'", steelyard.Pass, ""},
		{"'x'", "f([1, 2]) == 'x'", steelyard.Pass, ""},
		{"'x'", "<think>no</think>[ANSWER]assert f(1) == 'x'[/ANSWER]", steelyard.Pass, ""},
		{"'x'", "```python\n'x'\n```", steelyard.Pass, ""},
		{"'x'", "f(1)", steelyard.Fail, steelyard.CauseWrongAnswer},
		{"'x'", "assert f(1) == f(1)", steelyard.Fail, steelyard.CauseWrongAnswer},
		{"'x'", "type('E', (), {'__eq__': lambda *a: True})()", steelyard.Fail, steelyard.CauseWrongAnswer},
		{"2", "1 + 1", steelyard.Fail, steelyard.CauseWrongAnswer},
		{"'x'", "'x') or ('y'", steelyard.Fail, steelyard.CauseWrongAnswer},
		{"'x'", "", steelyard.Fail, steelyard.CauseNoAnswer},
		{"'x'", "<think>'x'", steelyard.Fail, steelyard.CauseNoAnswer},
		{"[", "1", steelyard.Invalid, steelyard.CauseTaskBroken},
		{"f(1)", "1", steelyard.Invalid, steelyard.CauseTaskBroken},
	} {
		in := input(steelyard.LiteralSpec{Language: "python", Predict: "output", Output: tt.want}, tt.answer)
		if steps, err := literal.New().Next(in, nil); len(steps) > 0 || (err != nil) != (tt.outcome == steelyard.Invalid) {
			t.Errorf("%s: steps %v, %v; an output is judged without running anything", tt.answer, steps, err)
		}
		v, err := literal.New().Verdict(in, nil)
		if err != nil || v.Outcome != tt.outcome || v.Cause != tt.cause {
			t.Errorf("%s against %s: %s, %q (%s), %v, want %s, %q", tt.answer, tt.want, v.Outcome, v.Cause, v.Reason, err, tt.outcome, tt.cause)
		}
		if want := map[bool]float64{true: 1}[tt.outcome == steelyard.Pass]; v.Score != want || v.Outcome != steelyard.Invalid && v.Evidence["tests.passed"] != want {
			t.Errorf("%s: score %v, evidence %v", tt.answer, v.Score, v.Evidence)
		}
	}
}

// observed is the observation of a call that returned v.
func observed(frames ...string) steelyard.Observation {
	var b []byte
	for _, f := range frames {
		b = append(b, f[0])
		b = binary.BigEndian.AppendUint32(b, uint32(len(f)-1))
		b = append(b, f[1:]...)
	}
	return steelyard.Observation{Step: "call", Outcome: steelyard.Outcome{Procs: []steelyard.ProcOutcome{{
		Role: steelyard.ProcCandidate, End: steelyard.EndExited, Result: steelyard.Bytes(b),
	}}}}
}

func TestInput(t *testing.T) {
	t.Parallel()
	spec := steelyard.LiteralSpec{Language: "python", Predict: "input", Code: "def f(a, b=1):\n    return a + b", Input: "1, 2", Output: "3"}
	for _, tt := range []struct{ answer, row string }{
		{"1, 2", "((1,2,),{})"},
		{"f(1, b=2)", "((1,),{'b':2,})"},
		{"assert f(1, 2) == 3", "((1,2,),{})"},
		{"f([1,\n 2], 'é')", "(([1, 2],'é',),{})"},
		{"```python\nf(1)\n```", "((1,),{})"},
		{"'a' * 3, dict(k=1), range(3)", "(('aaa',{'k': 1},range(3),),{})"},
		{"lambda x: x", ""},
		{"[range(3)]", ""},
		{"__import__('os').system('true')", ""},
		{"f(f(1))", ""},
		{"f(*[1, 2])", ""},
		{"1); open('x'", ""},
		{"f(1) + f(2)", ""},
		{"the answer is 5", ""},
	} {
		in := input(spec, tt.answer)
		steps, err := literal.New().Next(in, nil)
		if err != nil {
			t.Errorf("%s: %v", tt.answer, err)
			continue
		}
		if tt.row == "" {
			v, err := literal.New().Verdict(in, nil)
			if len(steps) != 0 || err != nil || v.Outcome != steelyard.Fail || v.Cause != steelyard.CauseWrongAnswer {
				t.Errorf("%s: %d steps, %+v, %v, want a wrong answer", tt.answer, len(steps), v, err)
			}
			continue
		}
		if len(steps) != 1 || !strings.HasSuffix(steps[0].Exec.Procs[0].Stdin.String(), "\n"+tt.row) {
			t.Errorf("%s: steps %+v, want the row %s", tt.answer, steps, tt.row)
		}
	}
	three, four := compare.Int(3), compare.Int(4)
	for name, tt := range map[string]struct {
		seen    []steelyard.Observation
		outcome steelyard.VerdictOutcome
		cause   string
	}{
		"right":    {[]steelyard.Observation{observed("L", "r0;"+string(compare.Encode(nil, &three)), "z")}, steelyard.Pass, ""},
		"wrong":    {[]steelyard.Observation{observed("L", "r0;"+string(compare.Encode(nil, &four)), "z")}, steelyard.Fail, steelyard.CauseWrongAnswer},
		"raised":   {[]steelyard.Observation{observed("L", "x0;e9;TypeError9;TypeError2;no", "z")}, steelyard.Fail, steelyard.CauseRuntimeError},
		"garbage":  {[]steelyard.Observation{observed("L", "r0;?")}, steelyard.Fail, steelyard.CauseBadValue},
		"died":     {[]steelyard.Observation{observed("L")}, steelyard.Fail, steelyard.CauseRuntimeError},
		"bad args": {[]steelyard.Observation{observed("A0;")}, steelyard.Fail, steelyard.CauseWrongAnswer},
		"broken":   {[]steelyard.Observation{observed("E")}, steelyard.Invalid, steelyard.CauseTaskBroken},
		"infra":    {[]steelyard.Observation{steelyard.InfraObservation("call", "sandbox", "gone", true)}, steelyard.NotJudged, steelyard.CauseInfra},
		"not run":  {nil, steelyard.NotJudged, steelyard.CauseFactsMissing},
	} {
		v, err := literal.New().Verdict(input(spec, "1, 2"), tt.seen)
		if err != nil || v.Outcome != tt.outcome || v.Cause != tt.cause {
			t.Errorf("%s: %s, %q (%s), %v, want %s, %q", name, v.Outcome, v.Cause, v.Reason, err, tt.outcome, tt.cause)
		}
	}
}

func TestInspect(t *testing.T) {
	t.Parallel()
	for name, spec := range map[string]steelyard.LiteralSpec{
		"neither":  {Predict: "both", Output: "1"},
		"language": {Language: "ruby", Predict: "output", Output: "1"},
		"output":   {Predict: "output", Output: "open('x')"},
	} {
		_, err := literal.New().Inspect(&steelyard.Task{Literal: &spec})
		var fault *steelyard.InputError
		if !errors.As(err, &fault) || fault.Field == "" {
			t.Errorf("%s: %v, want an input error with a field", name, err)
		}
	}
	got, err := literal.New().Inspect(&steelyard.Task{Literal: &steelyard.LiteralSpec{Predict: "output", Output: "1"}})
	if err != nil || got != (grade.Inspection{Mode: "literal", Checks: 1}) {
		t.Errorf("%+v, %v", got, err)
	}
}

func FuzzVerdict(f *testing.F) {
	f.Add("f(1)", []byte("L\x00\x00\x00\x00r\x00\x00\x00\x060;i1;3"))
	f.Add("[ANSWER](1,)[/ANSWER]", []byte("x"))
	f.Fuzz(func(t *testing.T, answer string, result []byte) {
		for _, predict := range []string{"output", "input"} {
			in := input(steelyard.LiteralSpec{Predict: predict, Output: "3"}, answer)
			o := observed()
			o.Outcome.Procs[0].Result = steelyard.Bytes(result)
			v, err := literal.New().Verdict(in, []steelyard.Observation{o})
			if err != nil || v.Outcome == "" {
				t.Fatalf("%+v, %v", v, err)
			}
		}
	})
}
