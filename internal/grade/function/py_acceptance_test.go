//go:build acceptance

package function

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"steelyard"
	"steelyard/internal/grade"
)

func readGzipLines(t *testing.T, name string, each func(line []byte)) {
	t.Helper()
	f, err := os.Open(filepath.Join(sharedData(t), name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	s := bufio.NewScanner(z)
	s.Buffer(nil, 16<<20)
	for s.Scan() {
		each(s.Bytes())
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
}

func pyLimits(wall time.Duration) steelyard.Limits {
	return steelyard.Limits{Wall: steelyard.Duration(wall)}
}

func humanEvalTasks(t *testing.T) []steelyard.Task {
	t.Helper()
	var out []steelyard.Task
	readGzipLines(t, "humaneval.jsonl.gz", func(line []byte) {
		var row struct {
			TaskID     string `json:"task_id"`
			Prompt     string `json:"prompt"`
			EntryPoint string `json:"entry_point"`
			Gold       string `json:"canonical_solution"`
			Test       string `json:"test"`
		}
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		out = append(out, steelyard.Task{
			ID: row.TaskID, Kind: steelyard.KindFunction,
			Function: &steelyard.FunctionSpec{Language: "python", EntryPoint: row.EntryPoint, Prompt: row.Prompt, Test: row.Test},
			Gold:     []steelyard.Output{{Text: steelyard.Text(row.Gold)}},
			Limits:   pyLimits(12 * time.Second),
		})
	})
	return out
}

type mbppRecord struct {
	TaskID  int      `json:"task_id"`
	Code    string   `json:"code"`
	Setup   string   `json:"test_setup_code"`
	Imports []string `json:"test_imports"`
	Tests   []string `json:"test_list"`
	More    []string `json:"challenge_test_list"`
}

var pyDefLine = regexp.MustCompile(`(?m)^def[ \t]+(\w+)`)

func (r *mbppRecord) task() steelyard.Task {
	entry := ""
	for _, m := range pyDefLine.FindAllStringSubmatch(r.Code, -1) {
		if strings.Contains(r.Tests[0], m[1]+"(") || strings.Contains(r.Tests[0], m[1]+" (") {
			entry = m[1]
		}
	}
	imports := strings.Join(r.Imports, "\n")
	t := steelyard.Task{
		ID: strconv.Itoa(r.TaskID), Kind: steelyard.KindFunction,
		Function: &steelyard.FunctionSpec{Language: "python", EntryPoint: entry, Before: imports, TestSetup: imports, After: r.Setup},
		Gold:     []steelyard.Output{{Text: steelyard.Text(r.Code)}},
		Limits:   pyLimits(40 * time.Second),
	}
	for _, a := range append(r.Tests, r.More...) {
		t.Suite.Checks = append(t.Suite.Checks, steelyard.Check{Assert: a})
	}
	return t
}

func mbppTasks(t *testing.T) []steelyard.Task {
	t.Helper()
	var out []steelyard.Task
	readGzipLines(t, "mbpp.jsonl.gz", func(line []byte) {
		var row mbppRecord
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		out = append(out, row.task())
	})
	return out
}

func mbppSanitizedTasks(t *testing.T) []steelyard.Task {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(sharedData(t), "mbpp_sanitized.json"))
	if err != nil {
		t.Fatal(err)
	}
	var rows []mbppRecord
	if err := json.Unmarshal(raw, &rows); err != nil {
		t.Fatal(err)
	}
	var out []steelyard.Task
	for i := range rows {
		out = append(out, rows[i].task())
	}
	return out
}

// TestPythonModes reports how the public sets are weighed.
func TestPythonModes(t *testing.T) {
	g := New()
	for _, set := range []struct {
		name  string
		tasks []steelyard.Task
		rows  float64
	}{
		{"humaneval", humanEvalTasks(t), 0.9},
		{"mbpp", mbppTasks(t), 0.99},
		{"mbpp-sanitized", mbppSanitizedTasks(t), 0.98},
	} {
		modes := map[string]int{}
		for i := range set.tasks {
			ins, err := g.Inspect(&set.tasks[i])
			if err != nil {
				t.Errorf("%s %s: %v", set.name, set.tasks[i].ID, err)
				continue
			}
			modes[ins.Mode]++
			if ins.Mode != modeRows {
				test, err := readPyTest(set.tasks[i].Function)
				if err == nil {
					err = (&pyPlan{}).compileRows(&set.tasks[i], test)
				}
				t.Logf("%s %s: %s: %v %s", set.name, set.tasks[i].ID, ins.Mode, err, ins.Weak)
			}
		}
		share := float64(modes[modeRows]) / float64(len(set.tasks))
		t.Logf("%s: %d tasks, %v, rows %.1f%%", set.name, len(set.tasks), modes, 100*share)
		if share < set.rows {
			t.Errorf("%s: %.3f of the tasks are rows, want %.3f", set.name, share, set.rows)
		}
	}
}

func weighAll(t *testing.T, tasks []steelyard.Task, answer func(*steelyard.Task) steelyard.Output, want steelyard.VerdictOutcome) {
	t.Helper()
	h := newPyHost(t)
	l := newPyLang()
	n := 0
	start := time.Now()
	for i := range tasks {
		in := grade.Input{Task: &tasks[i], Rollout: &steelyard.Rollout{Output: answer(&tasks[i])}}
		v := h.weigh(t, l, in)
		if v.Outcome != want {
			t.Errorf("%s: %s (%s: %s)", tasks[i].ID, v.Outcome, v.Cause, v.Reason)
			continue
		}
		n++
	}
	d := time.Since(start)
	t.Logf("%d of %d %s, %.1f ms a task wall, %.1f ms CPU of the interpreters", n, len(tasks), want,
		float64(d.Milliseconds())/float64(len(tasks)), childCPU()/float64(len(tasks)))
}

func pyGold(t *steelyard.Task) steelyard.Output { return t.Gold[0] }

func pyNull(t *steelyard.Task) steelyard.Output {
	return steelyard.Output{Text: steelyard.Text("def " + t.Function.EntryPoint + "(*args, **kwargs):\n    pass\n")}
}

func TestHumanEvalGold(t *testing.T) {
	weighAll(t, humanEvalTasks(t), pyGold, steelyard.Pass)
}

func TestHumanEvalNull(t *testing.T) {
	weighAll(t, humanEvalTasks(t), pyNull, steelyard.Fail)
}

func TestMBPPGold(t *testing.T) {
	weighAll(t, mbppTasks(t), pyGold, steelyard.Pass)
}

func TestMBPPNull(t *testing.T) {
	weighAll(t, mbppTasks(t), pyNull, steelyard.Fail)
}

func TestMBPPSanitizedGold(t *testing.T) {
	weighAll(t, mbppSanitizedTasks(t), pyGold, steelyard.Pass)
}

// childCPU is the CPU time of all ended children, in milliseconds.
func childCPU() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u); err != nil {
		return 0
	}
	return float64(u.Utime.Sec+u.Stime.Sec)*1e3 + float64(u.Utime.Usec+u.Stime.Usec)/1e3
}
