package function

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steelyard"
	"steelyard/internal/grade"
)

// attack is a hostile candidate of testdata/attacks. Its header says what it
// tries and what the grader must make of it. The same corpus runs through the
// real sandbox in the acceptance run.
type attack struct {
	name string
	from string
	want steelyard.VerdictOutcome
	code string
}

func attacks(t *testing.T) []attack {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", "attacks", "*.py"))
	if err != nil {
		t.Fatal(err)
	}
	var out []attack
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		a := attack{code: string(b)}
		for line := range strings.Lines(a.code) {
			key, value, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(line, "# ")), ": ")
			switch key {
			case "attack":
				a.name = value
			case "from":
				a.from = value
			case "want":
				a.want = steelyard.VerdictOutcome(value)
			}
		}
		if a.name == "" || a.want != steelyard.Pass && a.want != steelyard.Fail {
			t.Fatalf("%s: header without attack and want", path)
		}
		out = append(out, a)
	}
	return out
}

func attackTasks(t *testing.T) []*steelyard.Task {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "attacks", "tasks.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var out []*steelyard.Task
	for s := bufio.NewScanner(bytes.NewReader(b)); s.Scan(); {
		task := new(steelyard.Task)
		if err := json.Unmarshal(s.Bytes(), task); err != nil {
			t.Fatal(err)
		}
		out = append(out, task)
	}
	return out
}

func TestAttacks(t *testing.T) {
	t.Parallel()
	h := newPyHost(t)
	l := newPyLang()
	list := attacks(t)
	matrix := 0
	for _, a := range list {
		if a.from == "matrix" {
			matrix++
		}
	}
	if matrix != 36 {
		t.Errorf("the corpus holds %d attacks of the audit matrix, want 36", matrix)
	}
	for _, task := range attackTasks(t) {
		ins, err := l.inspect(task)
		if mode, _, _ := strings.Cut(task.ID, " "); err != nil || ins.Mode != mode || ins.Weak != "" {
			t.Fatalf("task %s: inspection %+v, %v", task.ID, ins, err)
		}
		for _, a := range list {
			t.Run(task.ID+"/"+a.from+"/"+a.name, func(t *testing.T) {
				t.Parallel()
				in := grade.Input{Task: task, Rollout: &steelyard.Rollout{Output: steelyard.Output{Text: steelyard.Text(a.code)}}}
				v := h.weigh(t, l, in)
				if v.Outcome != a.want {
					t.Errorf("outcome %s (%s: %s), want %s; checks %+v", v.Outcome, v.Cause, v.Reason, a.want, v.Checks)
				}
				if v.Channel != steelyard.ChannelSeparate {
					t.Errorf("channel %s", v.Channel)
				}
			})
		}
	}
}
