package format

import (
	"fmt"
	"strings"
	"testing"

	"steelyard"
)

// programLine is a native program task with one case whose answer has n bytes.
func programLine(n int, program, limits string) string {
	return fmt.Sprintf(`{"type":"task","v":1,"id":"t","kind":"program","program":{%s},"suite":{"checks":[{"case":{"input":"","answer":"%s"}}]}%s}`,
		program, strings.Repeat("7", n), limits) + "\n"
}

func TestExpectedOutputFitsTheLimit(t *testing.T) {
	t.Parallel()
	const checker = `"checker":{"language":"python","files":{"c.py":"x"},"main":"c.py","contract":"testlib"}`
	for _, c := range []struct {
		name   string
		line   string
		output steelyard.Size
		broken string
	}{
		{"short", programLine(10, "", ""), 16 * steelyard.MiB, ""},
		{"long", programLine(20e6, "", ""), 40e6 + 64*steelyard.KiB, ""},
		{"long, and a limit that is wide enough", programLine(2000, "", `,"limits":{"output":2000}`), 2000, ""},
		{"longer than the stated limit", programLine(2001, "", `,"limits":{"output":2000}`), 2000, "limits.output: the expected output of check 1 has 2001 bytes"},
		{"longer, for a checker", programLine(2001, checker, `,"limits":{"output":2000}`), 2000, ""},
		{"longer, in a file", programLine(2001, `"output_file":"out.txt"`, `,"limits":{"output":2000}`), 2000, ""},
	} {
		items, err := collect(text1(c.line), nativeName, Options{})
		if err != nil || len(items) != 1 {
			t.Fatalf("%s: %v", c.name, err)
		}
		task := items[0].Task
		if task.Limits.Output != c.output || (task.Broken == "") != (c.broken == "") || !strings.Contains(task.Broken, c.broken) {
			t.Errorf("%s: output %v, broken %q: want %v, %q", c.name, task.Limits.Output, task.Broken, c.output, c.broken)
		}
	}
}

func TestExpectedOutputLongerThanAnyLimit(t *testing.T) {
	t.Parallel()
	task := &steelyard.Task{ID: "t", Kind: steelyard.KindProgram, Program: &steelyard.ProgramSpec{}, Suite: steelyard.Suite{Checks: []steelyard.Check{
		{ID: "huge", Case: &steelyard.Case{Answer: steelyard.Blob{Digest: steelyard.DigestOf(nil), Size: 1 << 30}}},
	}}}
	complete(task, nativeName)
	if task.Limits.Output != steelyard.MaxOutput || !strings.Contains(task.Broken, "check huge has 1073741824 bytes") {
		t.Errorf("output %v, broken %q", task.Limits.Output, task.Broken)
	}
}
