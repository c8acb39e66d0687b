package function

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"steelyard"
	"steelyard/internal/compare"
	"steelyard/internal/grade"
)

// pyStream joins frames, each a tag and its content.
func pyStream(frames ...string) steelyard.Blob {
	b := []byte{}
	for _, f := range frames {
		b = append(b, f[0])
		b = binary.BigEndian.AppendUint32(b, uint32(len(f)-1))
		b = append(b, f[1:]...)
	}
	return steelyard.Bytes(b)
}

// row is the frame of a row that returned v.
func row(n int, v compare.Value) string {
	return fmt.Sprintf("r%d;%s", n, compare.Encode(nil, &v))
}

// raisedValue is the wire form of an exception.
func raisedValue(typ, msg string) string {
	return string(compare.Encode(nil, &compare.Value{Kind: compare.KindError, Type: typ, Own: typ, Str: msg}))
}

type pyVerdictCase struct {
	name string
	task *steelyard.Task
	seen []steelyard.Observation
	// wanted
	outcome steelyard.VerdictOutcome
	cause   string
	passed  float64
	flag    string
}

func seenProcs(step string, procs ...steelyard.ProcOutcome) []steelyard.Observation {
	return []steelyard.Observation{{Step: step, Outcome: steelyard.Outcome{Procs: procs}}}
}

// ranRows is a run of rows whose arguments could be built.
func ranRows(end steelyard.End, frames ...string) []steelyard.Observation {
	return ranFrames(end, append([]string{"B"}, frames...)...)
}

func ranFrames(end steelyard.End, frames ...string) []steelyard.Observation {
	return seenProcs(pyStepRows, steelyard.ProcOutcome{Role: steelyard.ProcCandidate, End: end, Result: pyStream(frames...)})
}

func ranTester(tester, candidate steelyard.End, frames ...string) []steelyard.Observation {
	return seenProcs(pyStepTester,
		steelyard.ProcOutcome{Role: steelyard.ProcCandidate, End: candidate},
		steelyard.ProcOutcome{Role: steelyard.ProcTester, End: tester, Result: pyStream(frames...)})
}

// ranInProcess is a run of tests in the candidate's process, which knows or does
// not know the secret.
func ranInProcess(secret string, frames ...string) []steelyard.Observation {
	for i, f := range frames {
		frames[i] = f[:1] + secret + f[1:]
	}
	return seenProcs(pyStepInProc, steelyard.ProcOutcome{Role: steelyard.ProcCandidate, End: steelyard.EndExited, Result: pyStream(frames...)})
}

func pyVerdictCases() []pyVerdictCase {
	const exited, timeout = steelyard.EndExited, steelyard.EndTimeout
	one, two := compare.Int(1), compare.Int(2)
	rows := pyTask(steelyard.FunctionSpec{EntryPoint: "f"}, assertChecks("assert f(1) == 1", "assert f(2) == 2")...)
	sets := pyTask(steelyard.FunctionSpec{EntryPoint: "f"}, assertChecks("assert f(1) == {1, 2}", "assert f(2) == {1: 1, 2: 2}")...)
	weighted := pyTask(steelyard.FunctionSpec{EntryPoint: "f"}, steelyard.Check{ID: "a", Assert: "assert f(1) == 1", Weight: 3}, steelyard.Check{ID: "b", Assert: "assert f(2) == 2"})
	canary := pyTask(steelyard.FunctionSpec{EntryPoint: "f"}, steelyard.Check{Assert: "assert f(1) == 1"}, steelyard.Check{Assert: "assert f(2) == 5", Role: steelyard.RoleCanary})
	tester := pyTask(steelyard.FunctionSpec{EntryPoint: "f", Test: "for i in range(2):\n    assert f(i) == i\nassert f(1) == 1\n"})
	weak := pyTask(steelyard.FunctionSpec{EntryPoint: "f", Test: "assert f(lambda: 1) == 1\n"})
	secret := ""
	if p, err := makePyPlan(weak); err == nil {
		secret = p.secret(&pyAnswer{code: "def f(x):\n    return x\n"})
	}
	oracle := pyTask(steelyard.FunctionSpec{EntryPoint: "f", Oracle: steelyard.OracleGold},
		steelyard.Check{Call: &steelyard.Call{Source: "1"}}, steelyard.Check{Call: &steelyard.Call{Source: "2"}})
	oracle.Gold = []steelyard.Output{{Text: steelyard.Text("def f(x):\n    return x\n")}}
	withGold := func(seen []steelyard.Observation, frames ...string) []steelyard.Observation {
		return append(seen, seenProcs(pyStepOracle, steelyard.ProcOutcome{Role: steelyard.ProcGold, End: exited, Result: pyStream(append([]string{"B"}, frames...)...)})...)
	}
	spinning := ranTester(timeout, exited, "b0;")
	spinning[0].Outcome.Procs[1].Limit = "cpu"
	dead := ranRows(exited, "L", row(0, one))
	dead[0].Outcome.Procs[0].Code = 3
	return []pyVerdictCase{
		{"pass", rows, ranRows(exited, "L", row(0, one), row(1, two), "z"), steelyard.Pass, "", 2, ""},
		{"wrong", rows, ranRows(exited, "L", row(0, one), row(1, one), "z"), steelyard.Fail, steelyard.CauseWrongAnswer, 1, ""},
		{"raised", rows, ranRows(exited, "L", row(0, one), "x1;"+raisedValue("ValueError", "no"), "z"), steelyard.Fail, steelyard.CauseRuntimeError, 1, ""},
		{"out of memory in a row", rows, ranRows(exited, "L", row(0, one), "x1;"+raisedValue("MemoryError", ""), "z"), steelyard.Fail, steelyard.CauseOOM, 1, ""},
		{"syntax", rows, ranRows(exited, "X"+raisedValue("SyntaxError", "bad")), steelyard.Fail, steelyard.CauseCompileError, 0, ""},
		{"no entry", rows, ranRows(exited, "E"), steelyard.Fail, steelyard.CauseNoEntry, 0, ""},
		{"timeout", rows, ranRows(timeout, "L", row(0, one)), steelyard.Fail, steelyard.CauseTimeout, 1, ""},
		{"timeout with all rows", rows, ranRows(timeout, "L", row(0, one), row(1, two), "z"), steelyard.Fail, steelyard.CauseTimeout, 1, ""},
		{"oom", rows, ranRows(steelyard.EndOOM, "L"), steelyard.Fail, steelyard.CauseOOM, 0, ""},
		{"output", rows, ranRows(steelyard.EndOutputLimit, "L"), steelyard.Fail, steelyard.CauseOutputLimit, 0, ""},
		{"denied", rows, ranRows(steelyard.EndDenied, "L"), steelyard.Fail, steelyard.CauseDenied, 0, ""},
		{"signal", rows, ranRows(steelyard.EndSignalled, "L"), steelyard.Fail, steelyard.CauseRuntimeError, 0, ""},
		{"exit code", rows, dead, steelyard.Fail, steelyard.CauseRuntimeError, 1, ""},
		{"no end", rows, ranRows(exited, "L", row(0, one), row(1, two)), steelyard.Fail, steelyard.CauseRuntimeError, 1, ""},
		{"nothing at all", rows, ranRows(exited), steelyard.Fail, steelyard.CauseRuntimeError, 0, ""},
		{"rows out of order", rows, ranRows(exited, "L", row(1, two), row(0, one), "z"), steelyard.Fail, steelyard.CauseRuntimeError, 0, FlagForged},
		{"row twice", rows, ranRows(exited, "L", row(0, two), row(0, one), row(1, two), "z"), steelyard.Fail, steelyard.CauseRuntimeError, 0, FlagForged},
		{"rows before the code ran", rows, ranRows(exited, row(0, one), row(1, two), "z"), steelyard.Fail, steelyard.CauseRuntimeError, 0, FlagForged},
		{"frames after the end", rows, ranRows(exited, "L", row(0, one), row(1, two), "z", "z"), steelyard.Fail, steelyard.CauseRuntimeError, 0, FlagForged},
		{"too many rows", rows, ranRows(exited, "L", row(0, one), row(1, two), row(2, two), "z"), steelyard.Fail, steelyard.CauseRuntimeError, 0, FlagForged},
		{"tester's frames", rows, ranRows(exited, "b0;", "h", "p0;", "z"), steelyard.Fail, steelyard.CauseRuntimeError, 0, FlagForged},
		{"malformed value", rows, ranRows(exited, "L", "r0;?", row(1, two), "z"), steelyard.Fail, steelyard.CauseBadValue, 1, ""},
		{"object", rows, ranRows(exited, "L", row(0, compare.Value{Kind: compare.KindObject, Type: "X"}), row(1, two), "z"), steelyard.Fail, steelyard.CauseBadValue, 1, ""},
		{"arguments", rows, ranFrames(exited, "A0;"), steelyard.Invalid, steelyard.CauseTaskBroken, 0, ""},
		{"forged arguments", rows, ranRows(exited, "A0;"), steelyard.Fail, steelyard.CauseRuntimeError, 0, FlagForged},
		{"forged arguments after the code ran", rows, ranRows(exited, "L", row(0, one), row(1, two), "A0;", "z"), steelyard.Fail, steelyard.CauseRuntimeError, 0, FlagForged},
		{"forged contract", rows, ranRows(exited, "S0;no", "S1;no", "L", "z"), steelyard.Fail, steelyard.CauseRuntimeError, 0, FlagForged},
		{"forged beginning", rows, ranRows(exited, "B", "L", row(0, one), row(1, two), "z"), steelyard.Fail, steelyard.CauseRuntimeError, 0, FlagForged},
		{"no beginning", rows, ranFrames(exited, "L", row(0, one), row(1, two), "z"), steelyard.Fail, steelyard.CauseRuntimeError, 0, FlagForged},
		{"one element twice", sets, ranRows(exited, "L", row(0, compare.Set(one, one)), row(1, compare.Dict(one, one, two, two)), "z"), steelyard.Fail, steelyard.CauseBadValue, 1, FlagForged},
		{"one key twice", sets, ranRows(exited, "L", row(0, compare.Set(one, two)), row(1, compare.Dict(two, two, compare.Float(2), two)), "z"), steelyard.Fail, steelyard.CauseBadValue, 1, FlagForged},
		{"infra", rows, []steelyard.Observation{steelyard.InfraObservation(pyStepRows, "sandbox", "gone", true)}, steelyard.NotJudged, steelyard.CauseInfra, 0, ""},
		{"infra of the process", rows, ranRows(steelyard.EndInfra), steelyard.NotJudged, steelyard.CauseInfra, 0, ""},
		{"interpreter missing", rows, ranRows(steelyard.EndNoStart), steelyard.NotJudged, steelyard.CauseInfra, 0, ""},
		{"not run", rows, nil, steelyard.NotJudged, steelyard.CauseFactsMissing, 0, ""},
		{"weights", weighted, ranRows(exited, "L", row(0, one), row(1, one), "z"), steelyard.Fail, steelyard.CauseWrongAnswer, 1, ""},
		{"canary fails", canary, ranRows(exited, "L", row(0, one), row(1, two), "z"), steelyard.Pass, "", 1, ""},
		{"canary passes", canary, ranRows(exited, "L", row(0, one), row(1, compare.Int(5)), "z"), steelyard.Fail, steelyard.CauseWrongAnswer, 1, FlagCanary},

		{"oracle", oracle, withGold(ranRows(exited, "L", row(0, one), row(1, two), "z"), "L", row(0, one), row(1, compare.Float(2)), "z"), steelyard.Pass, "", 2, ""},
		{"oracle wrong", oracle, withGold(ranRows(exited, "L", row(0, one), row(1, one), "z"), "L", row(0, one), row(1, two), "z"), steelyard.Fail, steelyard.CauseWrongAnswer, 1, ""},
		{"oracle near", oracle, withGold(ranRows(exited, "L", row(0, one), row(1, compare.Float(2.0000001)), "z"), "L", row(0, one), row(1, compare.Float(2)), "z"), steelyard.Pass, "", 2, ""},
		{"contract refuses", oracle, withGold(ranRows(exited, "L", row(0, one), "x1;"+raisedValue("ZeroDivisionError", ""), "z"), "S1;contract", "L", row(0, one), "z"), steelyard.Pass, "", 1, ""},
		{"contract refuses all", oracle, withGold(ranRows(exited, "L", row(0, one), row(1, two), "z"), "S0;c", "S1;c", "L", "z"), steelyard.Invalid, steelyard.CauseTaskBroken, 0, ""},
		{"gold fails to load", oracle, withGold(ranRows(exited, "L", row(0, one), row(1, two), "z"), "X"+raisedValue("NameError", "g")), steelyard.Invalid, steelyard.CauseTaskBroken, 0, ""},
		{"gold not run", oracle, ranRows(exited, "L", row(0, one), row(1, two), "z"), steelyard.NotJudged, steelyard.CauseFactsMissing, 0, ""},

		{"tester pass", tester, ranTester(exited, exited, "b0;", "h", "p0;", "b1;", "p1;", "z"), steelyard.Pass, "", 2, ""},
		{"tester fail", tester, ranTester(exited, exited, "b0;", "h", "f0;"+raisedValue("AssertionError", ""), "b1;", "p1;", "z"), steelyard.Fail, steelyard.CauseWrongAnswer, 1, ""},
		{"candidate times out", tester, ranTester(exited, timeout, "b0;", "h", "p0;", "b1;", "g"), steelyard.Fail, steelyard.CauseTimeout, 1, ""},
		{"candidate hangs at import", tester, ranTester(exited, timeout, "b0;", "h", "g"), steelyard.Fail, steelyard.CauseTimeout, 0, ""},
		{"candidate is killed", tester, ranTester(exited, steelyard.EndSignalled, "b0;", "h", "g"), steelyard.Fail, steelyard.CauseRuntimeError, 0, ""},
		{"tests spin before a call", tester, spinning, steelyard.Invalid, steelyard.CauseTaskBroken, 0, ""},
		{"tests hang before a call", tester, ranTester(timeout, exited, "b0;"), steelyard.Fail, steelyard.CauseTimeout, 0, ""},
		{"tests hang on a value", tester, ranTester(timeout, exited, "b0;", "h", "p0;", "b1;"), steelyard.Fail, steelyard.CauseTimeout, 1, ""},
		{"both time out", tester, ranTester(timeout, timeout, "b0;", "h"), steelyard.Fail, steelyard.CauseTimeout, 0, ""},
		{"tests hang, and the candidate too", tester, ranTester(timeout, timeout, "b0;"), steelyard.Fail, steelyard.CauseTimeout, 0, ""},
		{"tests broken", tester, ranTester(exited, exited, "INameError: x"), steelyard.Invalid, steelyard.CauseTaskBroken, 0, ""},
		{"tests pass an object", tester, ranTester(exited, exited, "b0;", "u0;a value of type C"), steelyard.Invalid, steelyard.CauseTaskBroken, 0, ""},
		{"tests ended by what is sent", tester, ranTester(steelyard.EndOOM, exited, "b0;", "h"), steelyard.Fail, steelyard.CauseOOM, 0, ""},
		{"a statement raises", tester, ranTester(exited, exited, "b0;", "h", "p0;", "e"+raisedValue("ValueError", "")), steelyard.Fail, steelyard.CauseRuntimeError, 1, ""},
		{"the last statement raises", tester, ranTester(exited, exited, "b0;", "h", "p0;", "b1;", "p1;", "e"+raisedValue("Uncrossable", "")), steelyard.Fail, steelyard.CauseBadValue, 1, ""},
		{"in process", weak, ranInProcess(secret, "L", "b0;", "p0;", "z"), steelyard.Pass, "", 1, ""},
		{"in process, blames the tests", weak, ranInProcess(secret, "L", "b0;", "Ino"), steelyard.Fail, steelyard.CauseRuntimeError, 0, FlagForged},
		{"in process, blames a test", weak, ranInProcess(secret, "L", "b0;", "u0;no", "z"), steelyard.Fail, steelyard.CauseRuntimeError, 0, FlagForged},
		{"in process, without the secret", weak, ranInProcess("", "L", "b0;", "p0;", "z"), steelyard.Fail, steelyard.CauseRuntimeError, 0, FlagForged},
		{"in process, ends", weak, ranInProcess(secret, "L", "b0;"), steelyard.Fail, steelyard.CauseRuntimeError, 0, ""},
		{"no entry in the tester", tester, ranTester(exited, exited, "E"), steelyard.Fail, steelyard.CauseNoEntry, 0, ""},
	}
}

func pyInput(task *steelyard.Task) grade.Input {
	return grade.Input{Task: task, Rollout: &steelyard.Rollout{Output: steelyard.Output{Text: steelyard.Text("def f(x):\n    return x\n")}}, Read: readInline}
}

func TestPyVerdict(t *testing.T) {
	t.Parallel()
	l := newPyLang()
	for _, c := range pyVerdictCases() {
		v, err := l.verdict(pyInput(c.task), c.seen)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if v.Outcome != c.outcome || v.Cause != c.cause {
			t.Errorf("%s: %s, %q (%s), want %s, %q", c.name, v.Outcome, v.Cause, v.Reason, c.outcome, c.cause)
		}
		if v.Outcome != steelyard.NotJudged && v.Outcome != steelyard.Invalid && v.Evidence["tests.passed"] != c.passed {
			t.Errorf("%s: %v passed, want %v: %+v", c.name, v.Evidence["tests.passed"], c.passed, v.Checks)
		}
		if got := strings.Join(v.Flags, " "); got != c.flag {
			t.Errorf("%s: flags %q, want %q", c.name, got, c.flag)
		}
		if (v.Outcome == steelyard.Pass) != (v.Score == 1) {
			t.Errorf("%s: %s with score %v", c.name, v.Outcome, v.Score)
		}
		if c.name == "weights" && v.Score != 0.75 {
			t.Errorf("weights: score %v, want 0.75", v.Score)
		}
		for _, check := range v.Checks {
			if check.Status == "" || strings.ContainsAny(check.Detail, "\n\r") {
				t.Errorf("%s: check %+v", c.name, check)
			}
		}
	}
}

// The golden digest pins what this version of the grader makes of Python tasks:
// the steps it asks for and the verdicts it gives. When the test fails, either
// the change was not meant, or the grader needs a new version.
const (
	pyGoldenVersion = "function@1"
	pyGoldenDigest  = steelyard.Digest("sha256:da73e7f8d947d7ff2342bedcb37cc793f1524e5cec15e6dccfbcdde4b1b6ea0a")
)

func TestPyGolden(t *testing.T) {
	t.Parallel()
	g := New()
	if g.Name() != pyGoldenVersion {
		t.Fatalf("the digest is pinned for %s, the grader is %s", pyGoldenVersion, g.Name())
	}
	type made struct {
		Case    string
		Steps   []steelyard.Step
		Verdict steelyard.Verdict
	}
	var all []made
	for _, c := range pyVerdictCases() {
		steps, err := g.Next(pyInput(c.task), nil)
		if err != nil {
			t.Fatal(err)
		}
		v, err := g.Verdict(pyInput(c.task), c.seen)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, made{c.name, steps, v})
	}
	got, err := steelyard.DigestJSON(all)
	if err != nil {
		t.Fatal(err)
	}
	if got != pyGoldenDigest {
		t.Errorf("the behaviour of %s changed: digest %s, pinned %s", g.Name(), got, pyGoldenDigest)
	}
}

func FuzzPyVerdict(f *testing.F) {
	cases := pyVerdictCases()
	for i, c := range cases {
		if len(c.seen) > 0 && len(c.seen[0].Outcome.Procs) > 0 {
			procs := c.seen[0].Outcome.Procs
			f.Add(uint8(i), procs[len(procs)-1].Result.Inline)
		}
	}
	l := newPyLang()
	f.Fuzz(func(t *testing.T, n uint8, result []byte) {
		c := cases[int(n)%len(cases)]
		end := steelyard.ProcOutcome{End: steelyard.EndExited, Result: steelyard.Bytes(result)}
		var procs []steelyard.ProcOutcome
		for _, role := range []string{steelyard.ProcCandidate, steelyard.ProcTester, steelyard.ProcGold} {
			end.Role = role
			procs = append(procs, end)
		}
		var seen []steelyard.Observation
		for _, step := range []string{pyStepRows, pyStepTester, pyStepInProc, pyStepOracle} {
			seen = append(seen, seenProcs(step, procs...)...)
		}
		v, err := l.verdict(pyInput(c.task), seen)
		if err != nil || v.Outcome == "" {
			t.Fatalf("%+v, %v", v, err)
		}
		if v.Score < 0 || v.Score > 1 || v.Outcome == steelyard.Pass && v.Score != 1 {
			t.Fatalf("%s with score %v", v.Outcome, v.Score)
		}
	})
}
