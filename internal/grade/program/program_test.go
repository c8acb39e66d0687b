package program_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"steelyard"
	"steelyard/internal/grade"
	"steelyard/internal/grade/program"
)

// task returns a program task with the cases "1" → "2", "3" → "4", ….
func task(n int) *steelyard.Task {
	t := &steelyard.Task{ID: "t", Kind: steelyard.KindProgram, Program: &steelyard.ProgramSpec{}}
	for i := range n {
		t.Suite.Checks = append(t.Suite.Checks, steelyard.Check{Case: &steelyard.Case{
			Input: steelyard.Text(fmt.Sprintln(2*i + 1)), Answer: steelyard.Text(fmt.Sprintln(2*i + 2)),
		}})
	}
	return t
}

func with(t *steelyard.Task, change func(*steelyard.Task)) *steelyard.Task {
	change(t)
	return t
}

func text(lang, code string) steelyard.Output {
	return steelyard.Output{Text: steelyard.Text(code), Language: lang}
}

func input(t *steelyard.Task, out steelyard.Output) grade.Input {
	return grade.Input{
		Task: t, Rollout: &steelyard.Rollout{ID: "r", Task: t.ID, Output: out},
		Read: func(b steelyard.Blob) ([]byte, error) {
			if !b.Held() {
				return nil, errors.New("not held")
			}
			return b.Inline, nil
		},
	}
}

type proc = steelyard.ProcOutcome

func obs(step string, procs ...proc) steelyard.Observation {
	o := steelyard.Observation{Step: step, Outcome: steelyard.Outcome{Procs: procs}}
	if len(procs) == 1 && procs[0].Role == steelyard.ProcCompiler && procs[0].End == steelyard.EndExited && procs[0].Code == 0 {
		o.Outcome.Layer = steelyard.DigestOf([]byte(step))
	}
	return o
}

func ran(step, stdout string) steelyard.Observation {
	return obs(step, proc{Role: steelyard.ProcCandidate, End: steelyard.EndExited, Stdout: steelyard.Text(stdout)})
}

func compiled(step string) steelyard.Observation {
	return obs(step, proc{Role: steelyard.ProcCompiler, End: steelyard.EndExited})
}

func built(step string) steelyard.Observation {
	return obs(step, proc{Role: steelyard.ProcCompiler, End: steelyard.EndExited,
		Files: map[string]steelyard.Blob{"main": steelyard.Text("ELF")}})
}

func checked(step string, code int, stderr string) steelyard.Observation {
	return obs(step, proc{Role: steelyard.ProcChecker, End: steelyard.EndExited, Code: code, Stderr: steelyard.Text(stderr)})
}

func judge(lang, contract string) *steelyard.Judge {
	name := map[string]string{"python": "check.py", "cpp": "check.cpp"}[lang]
	return &steelyard.Judge{Language: lang, Contract: contract, Main: name, Files: map[string]steelyard.Blob{
		name: steelyard.Text("judge"), "testlib.h": steelyard.Text("header"),
	}}
}

func names(steps []steelyard.Step) string {
	var out []string
	for _, s := range steps {
		out = append(out, s.Name)
	}
	return strings.Join(out, ", ")
}

func TestNext(t *testing.T) {
	t.Parallel()
	checker := func(lang string) *steelyard.Task {
		return with(task(2), func(t *steelyard.Task) { t.Program.Checker = judge(lang, "testlib") })
	}
	interactor := func(lang string) *steelyard.Task {
		return with(task(2), func(t *steelyard.Task) { t.Program.Interactor = judge(lang, "testlib") })
	}
	failedRun := obs("case 2", proc{Role: steelyard.ProcCandidate, End: steelyard.EndTimeout})
	tests := []struct {
		name string
		task *steelyard.Task
		out  steelyard.Output
		seen []steelyard.Observation
		want string
	}{
		{"interpreted", task(2), text("python", "x"), nil, "case 1, case 2"},
		{"interpreted, one seen", task(2), text("python", "x"), []steelyard.Observation{ran("case 1", "")}, "case 2"},
		{"interpreted, done", task(1), text("python", "x"), []steelyard.Observation{ran("case 1", "")}, ""},
		{"compiled", task(2), text("c", "x"), nil, "compile"},
		{"compiled, then cases", task(2), text("c", "x"), []steelyard.Observation{compiled("compile")}, "case 1, case 2"},
		{"does not compile", task(2), text("c", "x"), []steelyard.Observation{
			obs("compile", proc{Role: steelyard.ProcCompiler, End: steelyard.EndExited, Code: 1})}, ""},
		{"no answer", task(2), text("python", "```\nx"), nil, ""},
		{"checker", checker("cpp"), text("c", "x"), nil, "compile, compile checker"},
		{"checker not ready", checker("cpp"), text("python", "x"), nil, "compile checker"},
		{"checker does not compile", checker("cpp"), text("python", "x"), []steelyard.Observation{
			obs("compile checker", proc{Role: steelyard.ProcCompiler, End: steelyard.EndExited, Code: 1})}, ""},
		{"checker, then cases", checker("cpp"), text("python", "x"), []steelyard.Observation{compiled("compile checker")}, "case 1, case 2"},
		{"checks of what ended well", checker("python"), text("python", "x"), []steelyard.Observation{ran("case 1", ""), failedRun}, "check 1"},
		{"interactor", interactor("cpp"), text("cpp", "x"), nil, "compile, compile interactor"},
		{"interactor, then cases", interactor("cpp"), text("cpp", "x"),
			[]steelyard.Observation{built("compile"), built("compile interactor")}, "case 1, case 2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			steps, err := program.New().Next(input(tt.task, tt.out), tt.seen)
			if err != nil {
				t.Fatal(err)
			}
			if got := names(steps); got != tt.want {
				t.Errorf("steps %q, want %q", got, tt.want)
			}
		})
	}
}

func TestExecs(t *testing.T) {
	t.Parallel()
	next := func(t *testing.T, tk *steelyard.Task, out steelyard.Output, seen ...steelyard.Observation) []steelyard.Step {
		t.Helper()
		steps, err := program.New().Next(input(tk, out), seen)
		if err != nil {
			t.Fatal(err)
		}
		return steps
	}
	t.Run("compiled", func(t *testing.T) {
		t.Parallel()
		tk := with(task(1), func(t *steelyard.Task) {
			t.Files = map[string]steelyard.Blob{"grid.h": steelyard.Text("the task's")}
		})
		out := steelyard.Output{Files: map[string]steelyard.Blob{
			"b.cpp": steelyard.Text("b"), "-o.cpp": steelyard.Text("o"), "grid.h": steelyard.Text("forged"),
		}}
		x := next(t, tk, out)[0].Exec
		if !x.Freeze || x.Procs[0].Role != steelyard.ProcCompiler {
			t.Errorf("compilation is not frozen: %+v", x)
		}
		want := []string{"@g++", "-O2", "-std=gnu++17", "-o", "main", "./-o.cpp", "b.cpp"}
		if d := cmp.Diff(want, x.Procs[0].Argv); d != "" {
			t.Error(d)
		}
		if got := x.Procs[0].Files["grid.h"].String(); got != "the task's" {
			t.Errorf("the candidate replaced a file of the task by %q", got)
		}
		run := next(t, tk, out, compiled("compile"))[0].Exec
		if run.BaseStep != "compile" || run.Procs[0].Argv[0] != "/box/work/main" || run.Procs[0].Stdin.String() != "1\n" || !run.Confirm {
			t.Errorf("case: %+v", run)
		}
		if len(run.Procs[0].Files) != 0 {
			t.Errorf("a case puts files over what was compiled: %v", run.Procs[0].Files)
		}
	})
	t.Run("files in place of streams", func(t *testing.T) {
		t.Parallel()
		tk := with(task(1), func(t *steelyard.Task) { t.Program.InputFile, t.Program.OutputFile = "a.in", "a.out" })
		p := next(t, tk, text("python", "x"))[0].Exec.Procs[0]
		if !p.Stdin.IsZero() || p.Files["a.in"].String() != "1\n" || len(p.Collect) != 1 || p.Collect[0] != "a.out" {
			t.Errorf("%+v", p)
		}
	})
	t.Run("answers stay out of the candidate's reach", func(t *testing.T) {
		t.Parallel()
		const secret = "S3CRET"
		tk := with(task(1), func(t *steelyard.Task) {
			t.Suite.Checks[0].Case.Answer = steelyard.Text(secret)
			t.Suite.Files = map[string]steelyard.Blob{"hidden": steelyard.Text(secret)}
			t.Program.Checker = judge("python", "testlib")
		})
		for _, out := range []steelyard.Output{text("python", "x"), text("go", "x")} {
			for _, seen := range [][]steelyard.Observation{nil, {compiled("compile")}} {
				for _, s := range next(t, tk, out, seen...) {
					for _, p := range s.Exec.Procs {
						if p.Role != steelyard.ProcChecker && strings.Contains(fmt.Sprint(p), secret) {
							t.Errorf("step %s shows the answer to %s", s.Name, p.Role)
						}
					}
				}
			}
		}
	})
	t.Run("contracts of checkers", func(t *testing.T) {
		t.Parallel()
		tk := with(task(1), func(t *steelyard.Task) {
			t.Program.Checker = judge("cpp", "testlib")
			t.Program.Checker.Args = []string{"--strict"}
		})
		seen := []steelyard.Observation{compiled("compile checker"), ran("case 1", "9")}
		x := next(t, tk, text("python", "x"), seen...)[0].Exec
		p := x.Procs[0]
		if d := cmp.Diff([]string{"/box/work/main", "input.txt", "output.txt", "answer.txt", "--strict"}, p.Argv); d != "" {
			t.Error(d)
		}
		if x.BaseStep != "compile checker" || p.Files["input.txt"].String() != "1\n" || p.Files["output.txt"].String() != "9" || p.Files["answer.txt"].String() != "2\n" {
			t.Errorf("%+v", x)
		}
		tk.Program.Checker.Contract = "kattis"
		p = next(t, tk, text("python", "x"), seen...)[0].Exec.Procs[0]
		if d := cmp.Diff([]string{"/box/work/main", "input.txt", "answer.txt", "feedback/", "--strict"}, p.Argv); d != "" {
			t.Error(d)
		}
		if p.Stdin.String() != "9" {
			t.Errorf("the output is not on standard input: %+v", p)
		}
	})
	t.Run("interactor", func(t *testing.T) {
		t.Parallel()
		tk := with(task(1), func(t *steelyard.Task) { t.Program.Interactor = judge("cpp", "testlib") })
		x := next(t, tk, text("cpp", "x"), built("compile"), built("compile interactor"))[0].Exec
		if x.Base != "" || x.BaseStep != "" {
			t.Errorf("the processes share the base %q", x.BaseStep)
		}
		if len(x.Procs) != 2 || len(x.Links) != 2 || x.Links[0].Cap == 0 || x.Links[0].Record == 0 {
			t.Fatalf("%+v", x)
		}
		candidate, interactor := x.Procs[0], x.Procs[1]
		for name := range candidate.Files {
			if name != "main" && name != "main.cpp" {
				t.Errorf("the candidate gets %s", name)
			}
		}
		if d := cmp.Diff([]string{"main"}, candidate.Executable); d != "" {
			t.Error(d)
		}
		if interactor.Limits.Wall <= candidate.Limits.Wall {
			t.Error("a candidate that hangs outlives the interactor")
		}
	})
	t.Run("limits", func(t *testing.T) {
		t.Parallel()
		tk := with(task(1), func(t *steelyard.Task) { t.Limits = steelyard.Limits{Memory: 64 * steelyard.MiB} })
		p := next(t, tk, text("java", "class A {}"), compiled("compile"))[0].Exec.Procs[0]
		if p.Limits.Memory != 64*steelyard.MiB || p.Limits.Wall == 0 || !strings.Contains(strings.Join(p.Argv, " "), "-Xmx48M") {
			t.Errorf("%v %+v", p.Argv, p.Limits)
		}
	})
}

func TestInspect(t *testing.T) {
	t.Parallel()
	g := program.New()
	for mode, tk := range map[string]*steelyard.Task{
		"cases":      task(2),
		"checker":    with(task(1), func(t *steelyard.Task) { t.Program.Checker = judge("cpp", "kattis") }),
		"interactor": with(task(1), func(t *steelyard.Task) { t.Program.Interactor = judge("cpp", "kattis") }),
	} {
		insp, err := g.Inspect(tk)
		if err != nil || insp.Mode != mode || insp.Weak != "" || insp.Checks != len(tk.Suite.Checks) {
			t.Errorf("%s: %+v, %v", mode, insp, err)
		}
	}
	silent := with(task(1), func(t *steelyard.Task) { t.Suite.Checks[0].Case.Answer = steelyard.Text("\n") })
	if insp, err := g.Inspect(silent); err != nil || insp.Weak == "" {
		t.Errorf("blank answers: %+v, %v", insp, err)
	}
	twice := with(task(2), func(t *steelyard.Task) { t.Suite.Checks[1].Case.Input = t.Suite.Checks[0].Case.Input })
	if insp, err := g.Inspect(twice); err != nil || insp.Weak == "" {
		t.Errorf("contradicting cases: %+v, %v", insp, err)
	}
	for field, tk := range map[string]*steelyard.Task{
		"suite.checks":             task(0),
		"suite.checks[0].case":     with(task(1), func(t *steelyard.Task) { t.Suite.Checks[0].Case = nil }),
		"program.compare.mode":     with(task(1), func(t *steelyard.Task) { t.Program.Compare.Mode = "x" }),
		"program.checker.language": with(task(1), func(t *steelyard.Task) { t.Program.Checker = judge("perl", "kattis") }),
		"program.checker.contract": with(task(1), func(t *steelyard.Task) { t.Program.Checker = judge("cpp", "x") }),
		"program.interactor.main":  with(task(1), func(t *steelyard.Task) { t.Program.Interactor = &steelyard.Judge{Language: "c"} }),
		"program":                  {ID: "t", Kind: steelyard.KindProgram},
	} {
		var fault *steelyard.InputError
		if _, err := g.Inspect(tk); !errors.As(err, &fault) || fault.Field != field {
			t.Errorf("%s: error %v", field, err)
		}
		if _, err := g.Next(input(tk, text("python", "x")), nil); err == nil {
			t.Errorf("%s: there are steps", field)
		}
		v, err := g.Verdict(input(tk, text("python", "x")), nil)
		if err != nil || v.Outcome != steelyard.Invalid || v.Cause != steelyard.CauseTaskBroken {
			t.Errorf("%s: verdict %+v, %v", field, v, err)
		}
	}
}
