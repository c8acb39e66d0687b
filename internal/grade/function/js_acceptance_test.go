//go:build acceptance

package function

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"steelyard"
	"steelyard/internal/grade"
)

// sharedData returns the folder of public data sets.
func sharedData(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("STEELYARD_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "..", "shared")
	}
	return filepath.Join(dir, "data")
}

func humanEvalJS(t *testing.T) []steelyard.Task {
	t.Helper()
	f, err := os.Open(filepath.Join(sharedData(t), "humaneval_js.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var tasks []steelyard.Task
	names := regexp.MustCompile(`(?m)^const\s+(\w+)\s*=`)
	for s := bufio.NewReader(z); ; {
		line, err := s.ReadBytes('\n')
		if err != nil {
			return tasks
		}
		var row struct {
			ID     string `json:"task_id"`
			Prompt string `json:"prompt"`
			Decl   string `json:"declaration"`
			Gold   string `json:"canonical_solution"`
			Test   string `json:"test"`
		}
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		m := names.FindAllStringSubmatch(row.Decl, -1)
		tasks = append(tasks, steelyard.Task{
			ID: row.ID, Kind: steelyard.KindFunction,
			Function: &steelyard.FunctionSpec{Language: "javascript", EntryPoint: m[len(m)-1][1], Prompt: row.Prompt, Test: row.Test},
			Gold:     []steelyard.Output{{Text: steelyard.Text(row.Prompt + row.Gold), Language: "javascript"}},
		})
	}
}

func TestHumanEvalXJavaScript(t *testing.T) {
	h := newHost(t)
	rows, pass := 0, 0
	broken := map[string]string{}
	start := time.Now()
	tasks := humanEvalJS(t)
	for i := range tasks {
		task := &tasks[i]
		info, err := jsLang{}.inspect(task)
		if err != nil {
			t.Fatalf("%s: %v", task.ID, err)
		}
		if info.Mode == modeRows {
			rows++
		} else {
			_, why := jsAssertions(task.Function.Test, task.Function.EntryPoint, "")
			t.Logf("%s: %s %s: %v", task.ID, info.Mode, info.Weak, why)
		}
		v := h.weigh(t, jsLang{}, grade.Input{Task: task, Rollout: &steelyard.Rollout{Output: task.Gold[0]}})
		if v.Outcome == steelyard.Pass {
			pass++
		} else {
			broken[task.ID] = string(v.Outcome) + " " + v.Cause + ": " + v.Reason
		}
	}
	t.Logf("%d of %d by rows, %d golds pass, %v per task", rows, len(tasks), pass, time.Since(start)/time.Duration(len(tasks)))
	for id, why := range broken {
		t.Logf("%s: %s", id, why)
	}
	if pass != 161 || len(tasks) != 164 {
		t.Errorf("%d of %d golds pass, want 161 of 164", pass, len(tasks))
	}
	for _, id := range []string{"JavaScript/112", "JavaScript/155", "JavaScript/162"} {
		if broken[id] == "" {
			t.Errorf("%s passes, want its gold to fail", id)
		}
	}
}

func TestHumanEvalXJavaScriptNull(t *testing.T) {
	h := newHost(t)
	tasks := humanEvalJS(t)
	for i := range tasks {
		task := &tasks[i]
		null := steelyard.Text("function " + task.Function.EntryPoint + "() {}\n")
		if v := h.weigh(t, jsLang{}, grade.Input{Task: task, Rollout: &steelyard.Rollout{Output: steelyard.Output{Text: null}}}); v.Outcome != steelyard.Fail {
			t.Errorf("%s: the null candidate's outcome is %s (%s)", task.ID, v.Outcome, v.Reason)
		}
	}
}
