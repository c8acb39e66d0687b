package demo_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"steelyard"
	"steelyard/examples/demo"
)

func decode[T any](t *testing.T, lines []byte) []T {
	t.Helper()
	var out []T
	for line := range bytes.Lines(lines) {
		var v T
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatalf("line %d: %v", len(out)+1, err)
		}
		out = append(out, v)
	}
	return out
}

func TestShape(t *testing.T) {
	t.Parallel()
	tasks := decode[steelyard.Task](t, demo.Tasks())
	if len(tasks) < 12 {
		t.Errorf("%d tasks, want at least 12", len(tasks))
	}
	kinds := map[string]map[string]int{}
	for _, task := range tasks {
		kinds[task.ID] = map[string]int{task.Kind: 1}
		if len(task.Suite.Checks) < 6 {
			t.Errorf("%s: %d checks", task.ID, len(task.Suite.Checks))
		}
	}
	notes, err := demo.Notes()
	if err != nil {
		t.Fatal(err)
	}
	want, err := demo.Expect()
	if err != nil {
		t.Fatal(err)
	}
	languages := map[string]int{}
	for _, r := range decode[steelyard.Rollout](t, demo.Rollouts()) {
		note := notes[r.ID]
		if kinds[r.Task] == nil {
			t.Fatalf("%s: unknown task %s", r.ID, r.Task)
		}
		kinds[r.Task][note.Kind]++
		languages[r.Language]++
		if len(note.Note) > 90 || note.Note == "" {
			t.Errorf("%s: the note must be one short line: %q", r.ID, note.Note)
		}
		if (want[r.ID] == "pass") != (note.Kind == demo.Honest) {
			t.Errorf("%s: kind %s, expected %s", r.ID, note.Kind, want[r.ID])
		}
	}
	for id, n := range kinds {
		for _, kind := range []string{demo.Honest, demo.Wrong, demo.Cheating} {
			if n[kind] == 0 {
				t.Errorf("%s: no %s rollout", id, kind)
			}
		}
	}
	for _, lang := range []string{"python", "javascript", "go", "cpp"} {
		if languages[lang] == 0 {
			t.Errorf("no rollout in %s", lang)
		}
	}
}

// TestAnswersAreWhatTheySay runs gold, honest and wrong answers with the real
// tool chains: all checks hold for the first two, some but not all fail for the
// third, so that it is not obvious at a glance. Cheating answers are hostile
// and are run in a sandbox only, by the demo itself.
func TestAnswersAreWhatTheySay(t *testing.T) {
	t.Parallel()
	notes, err := demo.Notes()
	if err != nil {
		t.Fatal(err)
	}
	rollouts := decode[steelyard.Rollout](t, demo.Rollouts())
	for _, task := range decode[steelyard.Task](t, demo.Tasks()) {
		t.Run(task.ID, func(t *testing.T) {
			t.Parallel()
			if held := run(t, &task, &task.Gold[0]); slices.Contains(held, false) {
				t.Errorf("the gold solution fails: %v", held)
			}
			for _, r := range rollouts {
				kind := notes[r.ID].Kind
				if r.Task != task.ID || kind == demo.Cheating {
					continue
				}
				held := run(t, &task, &r.Output)
				switch {
				case kind == demo.Honest && slices.Contains(held, false):
					t.Errorf("%s is honest and fails: %v", r.ID, held)
				case kind == demo.Wrong && !slices.Contains(held, false):
					t.Errorf("%s is wrong and passes", r.ID)
				case kind == demo.Wrong && !slices.Contains(held, true):
					t.Errorf("%s fails everything, which is too easy", r.ID)
				}
			}
		})
	}
}

// run returns which checks hold.
func run(t *testing.T, task *steelyard.Task, out *steelyard.Output) []bool {
	t.Helper()
	code := program(out.Text.String())
	if task.Kind == steelyard.KindFunction {
		return runFunction(t, task, code)
	}
	return runProgram(t, task, out.Language, code)
}

// program takes the code from an answer: the last fence of a chat answer.
func program(text string) string {
	if i := strings.LastIndex(text, "</think>"); i >= 0 {
		text = text[i+len("</think>"):]
	}
	for _, fence := range []string{"```", "~~~"} {
		if parts := strings.Split(text, "\n"+fence); len(parts) > 2 {
			_, code, _ := strings.Cut(parts[len(parts)-2], "\n")
			return code + "\n"
		}
	}
	return text
}

const pythonHarness = `
import sys as _sys, json as _json
_held = []
for _check in _json.loads(_sys.argv[1]):
    try:
        exec(_check["assert"])
        _held.append(True)
    except AssertionError:
        _held.append(False)
print(_json.dumps(_held))
`

const scriptHarness = `
;(() => {
const assert = require("assert");
const same = (fn) => { try { fn(); return true; } catch (e) { return false; } };
console.assert = (ok) => assert.ok(ok);
console.log(JSON.stringify(JSON.parse(process.argv[1]).map((check) => same(() => {
  if (check.assert) return void eval(check.assert);
  assert.deepStrictEqual(eval(ENTRY)(...check.call.args), check.call.expected);
}))));
})();
`

func runFunction(t *testing.T, task *steelyard.Task, code string) []bool {
	t.Helper()
	checks, err := json.Marshal(task.Suite.Checks)
	if err != nil {
		t.Fatal(err)
	}
	argv := []string{python(t), "-c", code + pythonHarness, string(checks)}
	if task.Function.Language == "javascript" {
		argv = []string{"node", "-e", `const ENTRY = "` + task.Function.EntryPoint + `";` + code + scriptHarness, string(checks)}
	}
	stdout, err := command(t, time.Minute, "", argv...)
	if err != nil {
		t.Fatalf("%s: %v", task.ID, err)
	}
	var held []bool
	if err := json.Unmarshal(stdout, &held); err != nil || len(held) != len(task.Suite.Checks) {
		t.Fatalf("%s: %v: %q", task.ID, err, stdout)
	}
	return held
}

func runProgram(t *testing.T, task *steelyard.Task, language, code string) []bool {
	t.Helper()
	dir := t.TempDir()
	bin := filepath.Join(dir, "answer")
	write := func(name string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(code), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	argv, build := []string{bin}, []string(nil)
	switch language {
	case "python":
		argv = []string{python(t), write("answer.py")}
	case "javascript":
		argv = []string{"node", write("answer.js")}
	case "cpp":
		build = []string{"g++", "-O2", "-std=c++17", "-o", bin, write("answer.cpp")}
	case "go":
		build = []string{"go", "build", "-o", bin, write("answer.go")}
	default:
		t.Fatalf("%s: language %q", task.ID, language)
	}
	if build != nil {
		if _, err := command(t, 5*time.Minute, "", build...); err != nil {
			t.Fatalf("%s: compile: %v", task.ID, err)
		}
	}
	var held []bool
	for _, check := range task.Suite.Checks {
		stdout, err := command(t, task.Limits.Wall.Std(), check.Case.Input.String(), argv...)
		got, want := string(stdout), check.Case.Answer.String()
		if task.Program.Compare.Mode != steelyard.CompareExact {
			got, want = strings.Join(strings.Fields(got), " "), strings.Join(strings.Fields(want), " ")
		}
		held = append(held, err == nil && got == want)
	}
	return held
}

func command(t *testing.T, limit time.Duration, stdin string, argv ...string) ([]byte, error) {
	t.Helper()
	ctx, cancel := context.WithTimeoutCause(t.Context(), limit, errors.New("time limit"))
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Stdin = strings.NewReader(stdin)
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GO111MODULE=off")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if err != nil && stderr.Len() > 0 {
		t.Logf("%s: %s", argv[0], stderr.String())
	}
	return stdout.Bytes(), err
}

// python prefers the system's own interpreter to a version manager's shim.
func python(t *testing.T) string {
	t.Helper()
	for _, path := range []string{"/usr/bin/python3", "python3"} {
		if found, err := exec.LookPath(path); err == nil {
			return found
		}
	}
	t.Fatal("python3 is not installed")
	return ""
}
