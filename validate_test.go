package steelyard

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

func goodTask() *Task {
	return &Task{
		ID: "t", Kind: KindFunction, Function: &FunctionSpec{Language: "python", EntryPoint: "f"},
		Suite: Suite{Checks: []Check{{ID: "a", Assert: "assert f(1) == 1"}, {Call: &Call{Args: []json.RawMessage{json.RawMessage("1")}, Expected: json.RawMessage("1")}}}},
		Gold:  []Output{{Text: Text("def f(x): return x"), Language: "python"}},
	}
}

func goodProgram() *Task {
	judge := &Judge{Language: "cpp", Files: map[string]Blob{"c.cpp": Text("x")}, Main: "c.cpp", Contract: "testlib"}
	return &Task{
		ID: "p", Kind: KindProgram, Program: &ProgramSpec{Checker: judge, Languages: []string{"c"}},
		Suite: Suite{Checks: []Check{{Case: &Case{Input: Text("1"), Answer: Text("1")}}}},
	}
}

func goodLiteral() *Task {
	return &Task{ID: "l", Kind: KindLiteral, Literal: &LiteralSpec{Language: "python", Code: "def f(x): return x", Input: "1", Output: "1", Predict: "output"}}
}

// TestTaskValidate changes one thing in a good task and looks for its field, and
// that nothing else is said.
func TestTaskValidate(t *testing.T) {
	t.Parallel()
	for _, good := range []*Task{goodTask(), goodProgram(), goodLiteral(), {ID: "b", Broken: "no checks"}} {
		if found := good.Validate(); len(found) != 0 {
			t.Errorf("%s: %v", good.ID, found)
		}
	}
	for _, tc := range []struct {
		field, says string
		task        func() *Task
		change      func(*Task)
	}{
		{"id", "missing", goodTask, func(t *Task) { t.ID = "" }},
		{"id", "control characters", goodTask, func(t *Task) { t.ID = "a\nb" }},
		{"id", "513 bytes", goodTask, func(t *Task) { t.ID = strings.Repeat("x", 513) }},
		{"kind", "use one of function, program, literal", goodTask, func(t *Task) { t.Kind = "" }},
		{"kind", `did you mean "function"?`, goodTask, func(t *Task) { t.Kind = "funktion" }},
		{"function", "missing in a task of kind", goodTask, func(t *Task) { t.Function = nil; t.Suite = Suite{} }},
		{"literal", "given in a task of kind", goodTask, func(t *Task) { t.Literal = goodLiteral().Literal }},
		{"function.language", `did you mean "python"?`, goodTask, func(t *Task) { t.Function.Language = "pyton" }},
		{"function.language", "missing", goodTask, func(t *Task) { t.Function.Language = "" }},
		{"function.entry_point", "missing", goodTask, func(t *Task) { t.Function.EntryPoint = "" }},
		{"function.entry_point", "not an identifier", goodTask, func(t *Task) { t.Function.EntryPoint = "f(x)" }},
		{"function.class", "not an identifier", goodTask, func(t *Task) { t.Function.Class = "1C" }},
		{"function.oracle", `use "gold"`, goodTask, func(t *Task) { t.Function.Oracle = "oracle" }},
		{"function.abs", "-1", goodTask, func(t *Task) { t.Function.Abs = -1 }},
		{"function.rel", "NaN", goodTask, func(t *Task) { t.Function.Rel = math.NaN() }},
		{"limits.wall", "negative", goodTask, func(t *Task) { t.Limits.Wall = -1 }},
		{"limits.open_files", "negative", goodTask, func(t *Task) { t.Limits.OpenFiles = -1 }},
		{"files", `"../x"`, goodTask, func(t *Task) { t.Files = map[string]Blob{"../x": {}} }},
		{"files", `"/x"`, goodTask, func(t *Task) { t.Files = map[string]Blob{"/x": {}} }},
		{"files", "empty path", goodTask, func(t *Task) { t.Files = map[string]Blob{"": {}} }},
		{"suite.files", `"a//b"`, goodTask, func(t *Task) { t.Suite.Files = map[string]Blob{"a//b": {}} }},
		{"suite.checks[1].id", `"a" is already the name of check 0`, goodTask, func(t *Task) { t.Suite.Checks[1].ID = "a" }},
		{"suite.checks[0].role", `did you mean "must_pass"?`, goodTask, func(t *Task) { t.Suite.Checks[0].Role = "must_pas" }},
		{"suite.checks[0].weight", "finite", goodTask, func(t *Task) { t.Suite.Checks[0].Weight = math.Inf(1) }},
		{"suite.checks[0]", "2 of them given", goodTask, func(t *Task) { t.Suite.Checks[0].Call = &Call{} }},
		{"suite.checks[0]", "0 of them given", goodTask, func(t *Task) { t.Suite.Checks[0].Assert = "" }},
		{"suite.checks[0].case", "given in a task of kind", goodTask, func(t *Task) { t.Suite.Checks[0] = Check{Case: &Case{}} }},
		{"suite.checks[1].call", "both given", goodTask, func(t *Task) { t.Suite.Checks[1].Call.Source = "1" }},
		{"suite.checks[1].call", "both given", goodTask, func(t *Task) { t.Suite.Checks[1].Call.ExpectedSource = "1" }},
		{"suite.checks[1].call", "no expected value", goodTask, func(t *Task) { t.Suite.Checks[1].Call.Expected = nil }},
		{"gold[0].output", "2 of them given", goodTask, func(t *Task) { t.Gold[0].Patch = Text("x") }},
		{"gold[0].language", "unknown language", goodTask, func(t *Task) { t.Gold[0].Language = "cobol" }},
		{"suite.checks[0]", "checks with case only", goodProgram, func(t *Task) { t.Suite.Checks[0] = Check{Assert: "x"} }},
		{"program.compare.mode", `did you mean "tokens"?`, goodProgram, func(t *Task) { t.Program.Compare.Mode = "token" }},
		{"program.compare.abs", "finite", goodProgram, func(t *Task) { t.Program.Compare.Abs = math.Inf(1) }},
		{"program.languages[0]", "unknown language", goodProgram, func(t *Task) { t.Program.Languages[0] = "c11" }},
		{"program.input_file", "relative path", goodProgram, func(t *Task) { t.Program.InputFile = "/etc/passwd" }},
		{"program.checker.main", "not among its files", goodProgram, func(t *Task) { t.Program.Checker.Main = "d.cpp" }},
		{"program.checker.contract", `did you mean "testlib"?`, goodProgram, func(t *Task) { t.Program.Checker.Contract = "testlb" }},
		{"program.checker.limits.cpu", "negative", goodProgram, func(t *Task) { t.Program.Checker.Limits.CPU = -5 }},
		{"program.interactor", "given together with files", goodProgram, func(t *Task) {
			t.Program.Interactor, t.Program.Checker, t.Program.OutputFile = t.Program.Checker, nil, "out"
		}},
		{"literal.code", "missing", goodLiteral, func(t *Task) { t.Literal.Code = " " }},
		{"literal.predict", `did you mean "output"?`, goodLiteral, func(t *Task) { t.Literal.Predict = "outputs" }},
		{"suite.checks[0]", "the literal is the check", goodLiteral, func(t *Task) { t.Suite.Checks = []Check{{Assert: "x"}} }},
	} {
		task := tc.task()
		tc.change(task)
		expectOne(t, task.Validate(), tc.field, tc.says)
	}
}

func expectOne(t *testing.T, found []*InputError, field, says string) {
	t.Helper()
	if len(found) != 1 {
		t.Errorf("%s (%s): %d problems: %v", field, says, len(found), found)
		return
	}
	if found[0].Field != field || !strings.Contains(found[0].Error(), says) || found[0].Remedy == "" {
		t.Errorf("%q, want field %s, %q and a remedy", found[0].Error(), field, says)
	}
}

func TestRolloutValidate(t *testing.T) {
	t.Parallel()
	good := func() *Rollout {
		return &Rollout{
			ID: "r", Task: "t", GroupSize: 2, Index: 1, Output: Output{Text: Text("x"), Language: "go"},
			Tokens: &Tokens{
				Turns:    []Turn{{IDs: []int32{1, 2}, LossMask: Mask{0, 1}, LogProbs: []float32{-1, 0}}, {IDs: []int32{3}}},
				Segments: []Segment{{Kind: "turn", Start: 0, End: 3}, {Kind: "empty", Start: 3, End: 3}},
			},
		}
	}
	if found := good().Validate(); len(found) != 0 {
		t.Fatal(found)
	}
	if found := (&Rollout{ID: "r", Task: "t"}).Validate(); len(found) != 0 {
		t.Errorf("an empty answer is no input error: %v", found)
	}
	for _, tc := range []struct {
		field, says string
		change      func(*Rollout)
	}{
		{"id", "missing", func(r *Rollout) { r.ID = "" }},
		{"task", "missing", func(r *Rollout) { r.Task = "" }},
		{"step", "-1 is negative", func(r *Rollout) { r.Step = -1 }},
		{"index", "2 in a group of 2", func(r *Rollout) { r.Index = 2 }},
		{"output", "2 of them given", func(r *Rollout) { r.Files = map[string]Blob{"a": Text("x")} }},
		{"layer", "malformed digest", func(r *Rollout) { r.Text, r.Layer = Blob{}, "sha256:zz" }},
		{"language", `did you mean "rust"?`, func(r *Rollout) { r.Language = "Rust" }},
		{"tokens.turns[0].loss_mask", "1 values for 2 ids", func(r *Rollout) { r.Tokens.Turns[0].LossMask = Mask{1} }},
		{"tokens.turns[0].log_probs", "3 values for 2 ids", func(r *Rollout) { r.Tokens.Turns[0].LogProbs = []float32{1, 2, 3} }},
		{"tokens.turns[0].log_probs[1]", "NaN", func(r *Rollout) { r.Tokens.Turns[0].LogProbs[1] = float32(math.NaN()) }},
		{"tokens.segments[0]", "[0, 4) over 3 ids", func(r *Rollout) { r.Tokens.Segments[0].End = 4 }},
		{"tokens.segments[1]", "[3, 2) over 3 ids", func(r *Rollout) { r.Tokens.Segments[1].End = 2 }},
	} {
		r := good()
		tc.change(r)
		expectOne(t, r.Validate(), tc.field, tc.says)
	}
}

func TestValidateReportsEveryProblem(t *testing.T) {
	t.Parallel()
	task := goodTask()
	task.ID, task.Function.Language, task.Suite.Checks[0].Role = "", "perl", "x"
	var fields []string
	for _, e := range task.Validate() {
		fields = append(fields, e.Field)
	}
	if got := strings.Join(fields, " "); got != "id function.language suite.checks[0].role" {
		t.Errorf("fields %s", got)
	}
}

func TestUnusable(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		says   string
		task   *Task
		change func(*Task)
	}{
		{"", goodTask(), func(*Task) {}},
		{"", goodProgram(), func(*Task) {}},
		{"", goodLiteral(), func(*Task) {}},
		{"", goodTask(), func(t *Task) { t.Suite.Checks, t.Function.Test = nil, "def check(c): assert c()" }},
		{"add suite.checks or function.test", goodTask(), func(t *Task) { t.Suite.Checks = nil }},
		{"add suite.checks with a case", goodProgram(), func(t *Task) { t.Suite.Checks = nil }},
		{"add gold", goodTask(), func(t *Task) { t.Function.Oracle, t.Gold = OracleGold, nil }},
		{"as said", goodTask(), func(t *Task) { t.Broken = "as said" }},
		{"", goodTask(), func(t *Task) { t.Limits.Output = MaxOutput }},
		{"limits.output: 900MiB is more than", goodTask(), func(t *Task) { t.Limits.Output = 900 * MiB }},
		{"suite.checks[0].weight: 1e+308 is too large", goodTask(), func(t *Task) { t.Suite.Checks[0].Weight = 1e308 }},
	} {
		tc.change(tc.task)
		if got := tc.task.Unusable(); (got == "") != (tc.says == "") || !strings.Contains(got, tc.says) {
			t.Errorf("%q, want %q", got, tc.says)
		}
	}
}

func TestDidYouMean(t *testing.T) {
	t.Parallel()
	known := []string{"humaneval", "humaneval-x", "mbpp", "kattis"}
	for _, tc := range []struct{ word, want string }{
		{"humanevl", `did you mean "humaneval"?`},
		{"HumanEval", `did you mean "humaneval"?`},
		{"HUMANEVAL-X", `did you mean "humaneval-x"?`},
		{"mbbp", `did you mean "mbpp"?`},
		{"nothing like it", "use one of humaneval, humaneval-x, mbpp, kattis"},
		{"", "use one of humaneval, humaneval-x, mbpp, kattis"},
	} {
		if got := DidYouMean(tc.word, known); got != tc.want {
			t.Errorf("DidYouMean(%q) is %q, want %q", tc.word, got, tc.want)
		}
	}
	many := make([]string, 100)
	for i := range many {
		many[i] = strings.Repeat("z", 20+i)
	}
	if got := DidYouMean("a", many); !strings.HasPrefix(got, "100 are known") {
		t.Errorf("of many: %q", got)
	}
	if got := (&Rollout{ID: "r", Task: "HumanEval/O"}).UnknownTask([]string{"HumanEval/0", "HumanEval/1"}).Error(); got != `task: rollout "r" names unknown task "HumanEval/O"; did you mean "HumanEval/0"?` {
		t.Error(got)
	}
}

func TestMaskIsNumbers(t *testing.T) {
	t.Parallel()
	b, err := json.Marshal(Turn{IDs: []int32{7, 8}, LossMask: Mask{0, 1}})
	if err != nil || string(b) != `{"ids":[7,8],"loss_mask":[0,1]}` {
		t.Errorf("%s, %v", b, err)
	}
	var back Turn
	if err := json.Unmarshal(b, &back); err != nil || len(back.LossMask) != 2 || back.LossMask[1] != 1 {
		t.Errorf("%+v, %v", back, err)
	}
}
