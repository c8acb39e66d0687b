package function

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"steelyard"
	"steelyard/internal/grade"
)

// The attacks below testdata/jsattacks are answers to this task.
const (
	doubleRows = `
const testDouble = () => {
  console.assert(JSON.stringify(double([1, 2, 3])) === JSON.stringify([2, 4, 6]))
  console.assert(JSON.stringify(double([])) === JSON.stringify([]), 'empty')
  console.assert(JSON.stringify(double([-1, 0.5])) === '[-2,1]')
}

testDouble()
`
	doubleTester = `
const assert = require('assert');
const cases = [[[1, 2, 3], [2, 4, 6]], [[], []], [[-1, 0.5], [-2, 1]]];
for (const [list, expected] of cases) {
  console.assert(JSON.stringify(double(list)) === JSON.stringify(expected), 'wrong');
  assert.deepStrictEqual(double([...list]), expected);
}
`
)

func doubleTask(test string) *steelyard.Task {
	return &steelyard.Task{
		ID: "double", Kind: steelyard.KindFunction,
		Limits: steelyard.Limits{Wall: steelyard.Duration(3 * time.Second), Memory: 512 * steelyard.MiB},
		Function: &steelyard.FunctionSpec{
			Language: "javascript", EntryPoint: "double", Test: test,
			Prompt: "/* The list with every number doubled. */\nconst double = (list) => {\n",
		},
	}
}

func answerOf(code string) *steelyard.Rollout {
	return &steelyard.Rollout{Output: steelyard.Output{Text: steelyard.Text(code)}}
}

func TestJavaScriptAttacks(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/jsattacks/*.js")
	if err != nil || len(files) < 30 {
		t.Fatalf("%d attacks found: %v", len(files), err)
	}
	h := newHost(t)
	read := func(path string) string {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	for mode, test := range map[string]string{modeRows: doubleRows, modeTester: doubleTester} {
		task := doubleTask(test)
		info, err := jsLang{}.inspect(task)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode != mode {
			t.Fatalf("mode = %s, want %s", info.Mode, mode)
		}
		weigh := func(code string) steelyard.Verdict {
			return h.weigh(t, jsLang{}, grade.Input{Task: task, Rollout: answerOf(code)})
		}
		for _, honest := range []string{read("testdata/jsattacks/control-honest.js"), "  return list.map((x) => 2 * x);\n}\n"} {
			if v := weigh(honest); v.Outcome != steelyard.Pass {
				t.Errorf("%s: an honest answer is %s: %s", mode, v.Outcome, v.Reason)
			}
		}
		// Listed as what no comparison of results can see.
		if v := weigh(read("testdata/jsattacks/control-special-case.js")); v.Outcome != steelyard.Pass {
			t.Errorf("%s: special-casing of visible inputs is %s (%s): the list of what is rewarded is out of date", mode, v.Outcome, v.Reason)
		}
		for _, path := range files {
			name := strings.TrimSuffix(filepath.Base(path), ".js")
			if strings.HasPrefix(name, "control-") {
				continue
			}
			t.Run(mode+"/"+name, func(t *testing.T) {
				v := weigh(read(path))
				if v.Outcome != steelyard.Fail {
					t.Errorf("outcome = %s (%s), want fail", v.Outcome, v.Reason)
				}
				if v.Channel != steelyard.ChannelSeparate || v.Cause == "" || v.Reason == "" {
					t.Errorf("channel %q, cause %q, reason %q", v.Channel, v.Cause, v.Reason)
				}
				t.Logf("%s: %s", v.Cause, v.Reason)
			})
		}
	}
}
