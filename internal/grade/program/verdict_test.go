package program_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"steelyard"
	"steelyard/internal/grade/program"
)

type verdictCase struct {
	name    string
	task    *steelyard.Task
	out     steelyard.Output
	seen    []steelyard.Observation
	outcome steelyard.VerdictOutcome
	cause   string
	score   float64
	reason  string // a part of it
}

// verdictCases is the golden corpus: TestGolden pins what the grader makes of it.
func verdictCases() []verdictCase {
	py := text("python", "x")
	end := func(p proc) []steelyard.Observation {
		p.Role = steelyard.ProcCandidate
		return []steelyard.Observation{obs("case 1", p)}
	}
	checker := func(contract string) *steelyard.Task {
		return with(task(1), func(t *steelyard.Task) { t.Program.Checker = judge("python", contract) })
	}
	// The control, where one is asked for, ends in the same way.
	check := func(code int, stderr string) []steelyard.Observation {
		return []steelyard.Observation{ran("case 1", "2"), checked("check 1", code, stderr), checked("control check", code, stderr)}
	}
	ended := func(e steelyard.End) []steelyard.Observation {
		p := proc{Role: steelyard.ProcChecker, End: e, Signal: 11}
		return []steelyard.Observation{ran("case 1", "2"), obs("check 1", p), obs("control check", p)}
	}
	// withGold adds a solution, and how the control with it went.
	withGold := func(t *steelyard.Task) *steelyard.Task {
		t.Gold = []steelyard.Output{text("python", "gold")}
		return t
	}
	control := func(seen []steelyard.Observation, procs ...proc) []steelyard.Observation {
		return append(seen, obs("control case", procs...))
	}
	candidate := func(p proc) proc { p.Role = steelyard.ProcCandidate; return p }
	judging := func(p proc) proc { p.Role = steelyard.ProcInteractor; return p }
	interactor := func(contract string) *steelyard.Task {
		return with(task(1), func(t *steelyard.Task) { t.Program.Interactor = judge("python", contract) })
	}
	talk := func(c, j proc) []steelyard.Observation {
		c.Role, j.Role = steelyard.ProcCandidate, steelyard.ProcInteractor
		return []steelyard.Observation{obs("case 1", c, j)}
	}
	compiler := func(p proc) []steelyard.Observation {
		p.Role = steelyard.ProcCompiler
		return []steelyard.Observation{obs("compile", p)}
	}
	exited := func(code int) proc { return proc{End: steelyard.EndExited, Code: code} }
	first, second := 1, 2
	order := func(p proc, n int) proc { p.Order = n; return p }
	infra := steelyard.InfraObservation("case 2", "sandbox", "slot lost", true)
	const (
		pass, fail, invalid, unjudged = steelyard.Pass, steelyard.Fail, steelyard.Invalid, steelyard.NotJudged
	)
	return []verdictCase{
		{"all pass", task(2), py, []steelyard.Observation{ran("case 1", "2"), ran("case 2", "4")}, pass, "", 1, ""},
		{"half", task(2), py, []steelyard.Observation{ran("case 1", "2"), ran("case 2", "5")}, fail, "wrong_answer", 0.5, `case 2: token 1 (line 1): expected "4", found "5"`},
		{"weights", with(task(2), func(t *steelyard.Task) { t.Suite.Checks[0].Weight = 3 }), py,
			[]steelyard.Observation{ran("case 1", "2"), ran("case 2", "5")}, fail, "wrong_answer", 0.75, ""},
		{"several answers", with(task(1), func(t *steelyard.Task) { t.Suite.Checks[0].Case.Others = []steelyard.Blob{steelyard.Text("7")} }), py,
			[]steelyard.Observation{ran("case 1", "7")}, pass, "", 1, ""},
		{"canary", with(task(2), func(t *steelyard.Task) { t.Suite.Checks[1].Role = steelyard.RoleCanary }), py,
			[]steelyard.Observation{ran("case 1", "2"), ran("case 2", "4")}, fail, "wrong_answer", 1, "canary"},
		{"canary failed, as it should", with(task(2), func(t *steelyard.Task) { t.Suite.Checks[1].Role = steelyard.RoleCanary }), py,
			[]steelyard.Observation{ran("case 1", "2"), ran("case 2", "9")}, pass, "", 1, ""},

		{"exit code", task(1), py, end(proc{End: steelyard.EndExited, Code: 1, Stdout: steelyard.Text("2"), Stderr: steelyard.Text("Traceback\nEOFError: x\n")}), fail, "runtime_error", 0, "exit code 1: EOFError: x"},
		{"signal", task(1), py, end(proc{End: steelyard.EndSignalled, Signal: 11, Stdout: steelyard.Text("2")}), fail, "runtime_error", 0, "segmentation"},
		{"timeout", task(1), py, end(proc{End: steelyard.EndTimeout, Limit: "cpu", Stdout: steelyard.Text("2")}), fail, "timeout", 0, "time limit (cpu)"},
		{"oom", task(1), py, end(proc{End: steelyard.EndOOM}), fail, "oom", 0, ""},
		{"output limit", task(1), py, end(proc{End: steelyard.EndOutputLimit, Limit: "stdout"}), fail, "output_limit", 0, ""},
		{"denied", task(1), py, end(proc{End: steelyard.EndDenied}), fail, "denied", 0, ""},
		{"no start", task(1), py, end(proc{End: steelyard.EndNoStart, Note: "exec format error"}), fail, "runtime_error", 0, "exec format error"},
		{"infra end", task(1), py, end(proc{End: steelyard.EndInfra}), unjudged, "infra", 0, ""},
		{"unknown end", task(1), py, end(proc{End: "vanished"}), unjudged, "infra", 0, ""},
		{"infra beside a failure", task(2), py, []steelyard.Observation{ran("case 1", "9"), infra}, fail, "wrong_answer", 0, ""},
		{"infra beside a success", task(2), py, []steelyard.Observation{ran("case 1", "2"), infra}, unjudged, "infra", 0, "slot lost"},
		{"nothing seen", task(2), py, nil, unjudged, "facts_missing", 0, ""},
		{"one seen and right", task(2), py, []steelyard.Observation{ran("case 1", "2")}, unjudged, "facts_missing", 0, ""},
		{"one seen and wrong", task(2), py, []steelyard.Observation{ran("case 1", "9")}, fail, "wrong_answer", 0, ""},
		{"twice seen", task(1), py, []steelyard.Observation{ran("case 1", "9"), ran("case 1", "2")}, fail, "wrong_answer", 0, ""},
		{"process of another role", task(1), py, []steelyard.Observation{obs("case 1", proc{Role: "tester", End: steelyard.EndExited})}, unjudged, "infra", 0, ""},

		{"truncated", task(1), text("python", "```python\nprint("), nil, fail, "no_answer", 0, "truncated"},
		{"empty", task(1), text("python", " "), nil, fail, "no_answer", 0, "empty"},
		{"nothing", task(1), steelyard.Output{}, nil, fail, "no_answer", 0, "empty"},
		{"patch", task(1), steelyard.Output{Patch: steelyard.Text("---")}, nil, fail, "no_answer", 0, "patch"},
		{"language unknown", task(1), text("", "x"), nil, fail, "no_answer", 0, "language"},
		{"language strange", task(1), text("cobol", "x"), nil, fail, "no_answer", 0, "cobol"},
		{"language not allowed", with(task(1), func(t *steelyard.Task) { t.Program.Languages = []string{"rust"} }), py, nil, fail, "no_answer", 0, "rust"},
		{"file outside", task(1), steelyard.Output{Files: map[string]steelyard.Blob{"../main.py": steelyard.Text("x")}}, nil, fail, "no_answer", 0, "working folder"},

		{"compile error", task(2), text("c", "x"), compiler(proc{End: steelyard.EndExited, Code: 1, Stderr: steelyard.Text("In file:\nmain.c:1: error: no x\nmore")}), fail, "compile_error", 0, "main.c:1: error: no x"},
		{"compiler time-out", task(1), text("c", "x"), compiler(proc{End: steelyard.EndTimeout, Limit: "cpu"}), fail, "compile_error", 0, "time limit"},
		{"compiler crash", task(1), text("c", "x"), compiler(proc{End: steelyard.EndSignalled, Signal: 11}), fail, "compile_error", 0, "signal 11"},
		{"compiler missing", task(1), text("c", "x"), compiler(proc{End: steelyard.EndNoStart, Note: "no gcc"}), unjudged, "infra", 0, "no gcc"},
		{"compiler infra", task(1), text("c", "x"), []steelyard.Observation{steelyard.InfraObservation("compile", "sandbox", "lost", true)}, unjudged, "infra", 0, "lost"},
		{"layer lost", task(1), text("c", "x"), []steelyard.Observation{{Step: "compile", Outcome: steelyard.Outcome{Procs: []proc{{Role: "compiler", End: steelyard.EndExited}}}}}, fail, "compile_error", 0, ""},
		{"cases without a compilation", task(1), text("c", "x"), []steelyard.Observation{ran("case 1", "2")}, unjudged, "facts_missing", 0, ""},

		{"output file", with(task(1), func(t *steelyard.Task) { t.Program.OutputFile = "o" }), py,
			end(proc{End: steelyard.EndExited, Files: map[string]steelyard.Blob{"o": steelyard.Text("2")}}), pass, "", 1, ""},
		{"output file missing", with(task(1), func(t *steelyard.Task) { t.Program.OutputFile = "o" }), py,
			end(proc{End: steelyard.EndExited, Stdout: steelyard.Text("2")}), fail, "wrong_answer", 0, "no output file"},
		{"output file is a link", with(task(1), func(t *steelyard.Task) { t.Program.OutputFile = "o" }), py,
			end(proc{End: steelyard.EndExited, Rejected: map[string]string{"o": "symlink"}}), fail, "wrong_answer", 0, "symlink"},
		{"unusable answer", with(task(1), func(t *steelyard.Task) { t.Program.Compare.Mode = "yesno" }), py, []steelyard.Observation{ran("case 1", "yes")}, invalid, "task_broken", 0, ""},

		{"testlib ok", checker("testlib"), py, check(0, "ok"), pass, "", 1, ""},
		{"testlib wrong", checker("testlib"), py, check(1, "wrong answer 3 of 4"), fail, "wrong_answer", 0, "3 of 4"},
		{"testlib presentation", checker("testlib"), py, check(2, ""), fail, "wrong_answer", 0, ""},
		{"testlib failure", checker("testlib"), py, check(3, "FAIL bad answer"), invalid, "task_broken", 0, "FAIL bad answer"},
		{"testlib unknown code", checker("testlib"), py, check(99, ""), invalid, "task_broken", 0, ""},
		{"testlib points", checker("testlib"), py, check(7, "points 0.25 fair"), fail, "wrong_answer", 0.25, "0.25"},
		{"testlib points of a hundred", checker("testlib"), py, check(7, "points 75"), fail, "wrong_answer", 0.75, ""},
		{"testlib all points", checker("testlib"), py, check(7, "points 1"), pass, "", 1, ""},
		{"testlib points by number", checker("testlib"), py, check(7, "0.5 of it"), fail, "wrong_answer", 0.5, ""},
		{"testlib points without a number", checker("testlib"), py, check(7, "well done"), invalid, "task_broken", 0, ""},
		{"testlib points beyond", checker("testlib"), py, check(7, "points 1000"), invalid, "task_broken", 0, ""},
		{"checker crashes", checker("testlib"), py, ended(steelyard.EndSignalled), invalid, "task_broken", 0, "signal 11"},
		{"checker hangs", checker("testlib"), py, ended(steelyard.EndTimeout), invalid, "task_broken", 0, "time limit"},
		{"checker out of memory", checker("testlib"), py, ended(steelyard.EndOOM), invalid, "task_broken", 0, ""},
		{"checker infra", checker("testlib"), py, ended(steelyard.EndInfra), unjudged, "infra", 0, ""},
		{"checker not run", checker("testlib"), py, []steelyard.Observation{ran("case 1", "2")}, unjudged, "facts_missing", 0, ""},
		{"checker unneeded", checker("testlib"), py, end(proc{End: steelyard.EndTimeout}), fail, "timeout", 0, ""},
		{"checker does not compile", with(task(1), func(t *steelyard.Task) { t.Program.Checker = judge("cpp", "testlib") }), py,
			[]steelyard.Observation{obs("compile checker", proc{Role: steelyard.ProcCompiler, End: steelyard.EndExited, Code: 1, Stderr: steelyard.Text("error: no header")})}, invalid, "task_broken", 0, "no header"},
		{"checker crashes on the answer only", checker("kattis"), py, []steelyard.Observation{ran("case 1", "x"), checked("check 1", 1, "ValueError"), checked("control check", 42, "")}, fail, "wrong_answer", 0, "ValueError"},
		{"checker rejects the control", checker("kattis"), py, []steelyard.Observation{ran("case 1", "x"), checked("check 1", 1, ""), checked("control check", 43, "")}, fail, "wrong_answer", 0, ""},
		{"control not run", checker("kattis"), py, []steelyard.Observation{ran("case 1", "x"), checked("check 1", 1, "")}, unjudged, "facts_missing", 0, ""},
		{"checker crashes on the answer, not on the solution's", withGold(checker("kattis")), py,
			append(control(check(1, "")[:2], candidate(exited(0))), checked("control check", 42, "")), fail, "wrong_answer", 0, ""},
		{"checker crashes on the solution's too", withGold(checker("kattis")), py,
			append(control(check(1, "")[:2], candidate(exited(0))), checked("control check", 1, "")), invalid, "task_broken", 0, ""},
		{"a failed case and a checker's crash", with(checker("kattis"), func(t *steelyard.Task) { t.Suite.Checks = append(t.Suite.Checks, t.Suite.Checks[0]) }), py,
			append(check(1, ""), ran("case 2", "9"), checked("check 2", 43, "")), fail, "wrong_answer", 0, ""},
		{"kattis accept", checker("kattis"), py, check(42, ""), pass, "", 1, ""},
		{"kattis wrong", checker("kattis"), py, check(43, ""), fail, "wrong_answer", 0, ""},
		{"kattis zero", checker("kattis"), py, check(0, ""), invalid, "task_broken", 0, ""},
		{"kattis one", checker("kattis"), py, check(1, "Traceback"), invalid, "task_broken", 0, ""},

		{"talk ok", interactor("testlib"), py, talk(exited(0), exited(0)), pass, "", 1, ""},
		{"talk ok, broken pipe", interactor("kattis"), py, talk(proc{End: steelyard.EndSignalled, Signal: 13}, exited(42)), pass, "", 1, ""},
		{"talk ok, but the program fails", interactor("kattis"), py, talk(exited(1), exited(42)), fail, "runtime_error", 0, ""},
		{"talk ok, but the program hangs", interactor("kattis"), py, talk(proc{End: steelyard.EndTimeout}, exited(42)), fail, "timeout", 0, ""},
		{"talk lost", interactor("kattis"), py, talk(exited(0), exited(43)), fail, "wrong_answer", 0, ""},
		{"talk lost, then the program fails", interactor("kattis"), py, talk(order(exited(1), second), order(exited(43), first)), fail, "wrong_answer", 0, ""},
		{"program crashes, so talk is lost", interactor("kattis"), py, talk(order(exited(1), first), order(exited(43), second)), fail, "runtime_error", 0, ""},
		{"program hangs, so talk is lost", interactor("testlib"), py, talk(order(proc{End: steelyard.EndTimeout}, first), order(exited(2), second)), fail, "timeout", 0, ""},
		{"program hangs after it lost", interactor("testlib"), py, talk(order(proc{End: steelyard.EndTimeout}, second), order(exited(1), first)), fail, "wrong_answer", 0, ""},
		{"interactor crashes first", interactor("kattis"), py, talk(order(exited(1), second), order(proc{End: steelyard.EndSignalled, Signal: 11}, first)), fail, "wrong_answer", 0, "signal 11"},
		{"interactor crashes first, with the solution too", withGold(interactor("kattis")), py, control(talk(order(exited(1), second), order(proc{End: steelyard.EndSignalled, Signal: 11}, first)), candidate(exited(0)), judging(exited(9))), invalid, "task_broken", 0, "signal 11"},
		{"interactor crashes first, with the solution not", withGold(interactor("kattis")), py, control(talk(order(exited(1), second), order(proc{End: steelyard.EndSignalled, Signal: 11}, first)), candidate(exited(0)), judging(exited(42))), fail, "wrong_answer", 0, "signal 11"},
		{"interactor crashes after the program did", interactor("kattis"), py, talk(order(exited(1), first), order(exited(1), second)), fail, "runtime_error", 0, ""},
		{"interactor crashes after an early end", interactor("kattis"), py, talk(order(exited(0), first), order(exited(1), second)), fail, "wrong_answer", 0, "in the middle"},
		{"interactor reports a failure after a clean end", interactor("testlib"), py, talk(order(exited(0), first), order(exited(3), second)), fail, "wrong_answer", 0, ""},
		{"interactor reports a failure after a clean end, with the solution too", withGold(interactor("testlib")), py, control(talk(order(exited(0), first), order(exited(3), second)), candidate(exited(0)), judging(exited(9))), invalid, "task_broken", 0, ""},
		{"interactor reports a failure after a clean end, with the solution not", withGold(interactor("testlib")), py, control(talk(order(exited(0), first), order(exited(3), second)), candidate(exited(0)), judging(exited(0))), fail, "wrong_answer", 0, ""},
		{"interactor crashes, order unknown", interactor("kattis"), py, talk(exited(1), proc{End: steelyard.EndSignalled, Signal: 11}), fail, "wrong_answer", 0, ""},
		{"interactor crashes, order unknown, with the solution too", withGold(interactor("kattis")), py, control(talk(exited(1), proc{End: steelyard.EndSignalled, Signal: 11}), candidate(exited(0)), judging(exited(9))), invalid, "task_broken", 0, ""},
		{"interactor crashes, order unknown, with the solution not", withGold(interactor("kattis")), py, control(talk(exited(1), proc{End: steelyard.EndSignalled, Signal: 11}), candidate(exited(0)), judging(exited(42))), fail, "wrong_answer", 0, ""},
		{"interactor hangs", interactor("kattis"), py, talk(order(exited(1), second), order(proc{End: steelyard.EndTimeout}, first)), fail, "wrong_answer", 0, ""},
		{"interactor hangs, with the solution too", withGold(interactor("kattis")), py, control(talk(order(exited(1), second), order(proc{End: steelyard.EndTimeout}, first)), candidate(exited(0)), judging(exited(9))), invalid, "task_broken", 0, ""},
		{"interactor hangs, with the solution not", withGold(interactor("kattis")), py, control(talk(order(exited(1), second), order(proc{End: steelyard.EndTimeout}, first)), candidate(exited(0)), judging(exited(42))), fail, "wrong_answer", 0, ""},
		{"interactor hangs on its waiting peer", interactor("kattis"), py, talk(order(proc{End: steelyard.EndTimeout, Limit: "wall"}, first), order(proc{End: steelyard.EndTimeout, Limit: "wall"}, second)), fail, "wrong_answer", 0, ""},
		{"interactor hangs on its waiting peer, with the solution too", withGold(interactor("kattis")), py, control(talk(order(proc{End: steelyard.EndTimeout, Limit: "wall"}, first), order(proc{End: steelyard.EndTimeout, Limit: "wall"}, second)), candidate(exited(0)), judging(exited(9))), invalid, "task_broken", 0, ""},
		{"interactor hangs on its waiting peer, with the solution not", withGold(interactor("kattis")), py, control(talk(order(proc{End: steelyard.EndTimeout, Limit: "wall"}, first), order(proc{End: steelyard.EndTimeout, Limit: "wall"}, second)), candidate(exited(0)), judging(exited(42))), fail, "wrong_answer", 0, ""},
		{"program spins, interactor hangs", interactor("kattis"), py, talk(order(proc{End: steelyard.EndTimeout, Limit: "cpu"}, first), order(proc{End: steelyard.EndTimeout, Limit: "wall"}, second)), fail, "timeout", 0, ""},
		{"talk ok, the program lingers", interactor("kattis"), py, talk(order(proc{End: steelyard.EndTimeout, Limit: "peer"}, second), order(exited(42), first)), pass, "", 1, ""},
		{"talk lost, the program lingers", interactor("kattis"), py, talk(order(proc{End: steelyard.EndTimeout, Limit: "peer"}, second), order(exited(43), first)), fail, "wrong_answer", 0, ""},
		{"interactor crashes, the program lingers", interactor("kattis"), py, talk(order(proc{End: steelyard.EndTimeout, Limit: "peer"}, second), order(exited(1), first)), fail, "wrong_answer", 0, ""},
		{"interactor crashes, the program lingers, with the solution too", withGold(interactor("kattis")), py, control(talk(order(proc{End: steelyard.EndTimeout, Limit: "peer"}, second), order(exited(1), first)), candidate(exited(0)), judging(exited(9))), invalid, "task_broken", 0, ""},
		{"interactor crashes, the program lingers, with the solution not", withGold(interactor("kattis")), py, control(talk(order(proc{End: steelyard.EndTimeout, Limit: "peer"}, second), order(exited(1), first)), candidate(exited(0)), judging(exited(42))), fail, "wrong_answer", 0, ""},
		{"program floods", interactor("kattis"), py, talk(proc{End: steelyard.EndOutputLimit}, proc{End: steelyard.EndSignalled, Signal: 9}), fail, "output_limit", 0, ""},
		{"interactor does not start", interactor("kattis"), py, talk(proc{End: steelyard.EndNotRun}, proc{End: steelyard.EndNoStart}), invalid, "task_broken", 0, ""},
		{"program does not start", interactor("kattis"), py, talk(proc{End: steelyard.EndNoStart}, proc{End: steelyard.EndNotRun}), fail, "runtime_error", 0, ""},
		{"one process only", interactor("kattis"), py, []steelyard.Observation{ran("case 1", "2")}, unjudged, "infra", 0, ""},
		{"interactor, then checker", with(interactor("testlib"), func(t *steelyard.Task) { t.Program.Checker = judge("python", "testlib") }), py,
			append(talk(exited(0), proc{End: steelyard.EndExited, Files: map[string]steelyard.Blob{"output.txt": steelyard.Text("2")}}), checked("check 1", 1, "no")), fail, "wrong_answer", 0, "no"},
	}
}

func TestVerdict(t *testing.T) {
	t.Parallel()
	for _, tt := range verdictCases() {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v, err := program.New().Verdict(input(tt.task, tt.out), tt.seen)
			if err != nil {
				t.Fatal(err)
			}
			if v.Outcome != tt.outcome || v.Cause != tt.cause || v.Score != tt.score {
				t.Errorf("%s %s %v (%s), want %s %s %v", v.Outcome, v.Cause, v.Score, v.Reason, tt.outcome, tt.cause, tt.score)
			}
			if !strings.Contains(v.Reason, tt.reason) {
				t.Errorf("reason %q lacks %q", v.Reason, tt.reason)
			}
			if (v.Outcome == steelyard.Pass) != (v.Reason == "") {
				t.Errorf("outcome %s with reason %q", v.Outcome, v.Reason)
			}
			if v.Channel != steelyard.ChannelSeparate || len(v.Checks) != len(tt.task.Suite.Checks) {
				t.Errorf("channel %q, %d checks", v.Channel, len(v.Checks))
			}
		})
	}
}

func TestExtraction(t *testing.T) {
	t.Parallel()
	prose := "Here:\n```python\nprint(1)\n```\nRun it:\n```bash\npython x.py\n```\nIt prints\n```\n1\n```\n"
	open, only := task(1), with(task(1), func(t *steelyard.Task) { t.Program.Languages = []string{"go"} })
	tests := []struct {
		name string
		task *steelyard.Task
		out  steelyard.Output
		file string
		code string
	}{
		{"tag", open, text("", prose), "main.py", "print(1)\n"},
		{"no tag", open, text("python", "```\nprint(2)\n```\n```text\n2\n```"), "main.py", "print(2)\n"},
		{"stated language", open, text("js", "```python\na\n```\n```js\nb\n```\n```python\nc\n```"), "main.js", "b\n"},
		{"only language", only, text("", "package main"), "main.go", "package main"},
		{"module", open, text("javascript", "import fs from 'fs';\n"), "main.mjs", "import fs from 'fs';\n"},
		{"files", open, steelyard.Output{Files: map[string]steelyard.Blob{"a.rs": steelyard.Text("a"), "main.rs": steelyard.Text("m")}}, "main.rs", "m"},
		{"java", open, text("java", "import java.util.*;\nclass Helper {}\npublic class Solve { public static void main(String[] a) {} }"), "Solve.java", ""},
		{"java, package-private", open, text("java", "class Node { int v; }\nclass Prog { static final public void main(String... a) {} }"), "Prog.java", ""},
		{"java, braces in literals", open, text("java", `class A { String s = "}} class X {"; char c = '{'; /* { */ } // {
class B { public static void main(String[] a) { } }`), "B.java", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			steps, err := program.New().Next(input(tt.task, tt.out), nil)
			if err != nil || len(steps) == 0 {
				t.Fatalf("steps %v, error %v", steps, err)
			}
			b, ok := steps[0].Exec.Procs[0].Files[tt.file]
			if !ok || tt.code != "" && b.String() != tt.code {
				t.Errorf("file %s = %q in %v", tt.file, b.String(), steps[0].Exec.Procs[0].Files)
			}
		})
	}
	v, err := program.New().Verdict(input(open, text("", prose)), []steelyard.Observation{ran("case 1", "2")})
	if err != nil || v.Extracted != "print(1)\n" {
		t.Errorf("extracted %q, %v", v.Extracted, err)
	}
}

// A verdict depends on the observations alone, not on their order, and exists
// for every subset of them.
func TestVerdictLaws(t *testing.T) {
	t.Parallel()
	tk := with(task(4), func(t *steelyard.Task) { t.Program.Checker = judge("cpp", "testlib") })
	in := input(tk, text("cpp", "x"))
	pool := []steelyard.Observation{compiled("compile"), compiled("compile checker"), ran("other", "")}
	for i := range 4 {
		pool = append(pool, ran(fmt.Sprintf("case %d", i+1), "2"), checked(fmt.Sprintf("check %d", i+1), i%2, ""))
	}
	g := program.New()
	rapid.Check(t, func(rt *rapid.T) {
		seen := rapid.Permutation(pool).Draw(rt, "seen")[:rapid.IntRange(0, len(pool)).Draw(rt, "n")]
		a, err := g.Verdict(in, seen)
		if err != nil || a.Outcome == "" || a.Score < 0 || a.Score > 1 {
			rt.Fatalf("verdict %+v, %v", a, err)
		}
		b, err := g.Verdict(in, rapid.Permutation(seen).Draw(rt, "again"))
		if err != nil || fmt.Sprint(a) != fmt.Sprint(b) {
			rt.Fatalf("order matters: %+v, %+v, %v", a, b, err)
		}
		steps, err := g.Next(in, seen)
		if err != nil {
			rt.Fatal(err)
		}
		for _, s := range steps {
			for _, o := range seen {
				if o.Step == s.Name {
					rt.Fatalf("step %s is asked for again", s.Name)
				}
			}
		}
		if len(steps) == 0 && a.Cause == steelyard.CauseFactsMissing {
			rt.Fatalf("nothing to do, yet facts are missing: %+v", a)
		}
	})
}
