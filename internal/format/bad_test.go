package format

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"steelyard"
)

// collect reads everything; the error is the one that ended the reading.
func collect(src Source, from string, opt Options) (items []Item, err error) {
	for it, err := range Read(src, from, opt) {
		if err != nil {
			return items, err
		}
		items = append(items, it)
	}
	return items, nil
}

func text1(s string) Source { return Reader("in.jsonl", strings.NewReader(s)) }

func rolloutLineOf(id, task string) string {
	return fmt.Sprintf(`{"type":"rollout","v":1,"id":%q,"task":%q,"output":"x"}`+"\n", id, task)
}

func TestBadInput(t *testing.T) {
	t.Parallel()
	good := rolloutLineOf("a", "t")
	other := rolloutLineOf("b", "t")
	gz := gzipped(t, strings.Repeat(good, 1)+bigRollouts(2000))
	for _, tc := range []struct {
		name   string
		in     string
		from   string
		line   int
		field  string
		says   []string
		remedy string
		// after is how many items come out under Skip, besides the error record.
		after int
	}{
		{"broken JSON", good + `{"type":"rollout","id":"q","task":"t","output":"abc` + "\n" + other, "", 2, "output", []string{"broken JSON at column 52"}, "one JSON object a line", 2},
		{"broken JSON in a nested member", good + `{"type":"rollout","id":"q","task":"t","tokens":{"turns":[{"ids":[1,2,}]}}` + "\n" + other, "", 2, "tokens.turns[0].ids[1]", []string{"broken JSON at column 70"}, "one JSON object", 2},
		{"NaN", good + `{"type":"rollout","id":"q","task":"t","tokens":{"turns":[{"ids":[1],"log_probs":[-Infinity]}]}}` + "\n" + other, "", 2, "tokens.turns[0].log_probs[0]", []string{"broken JSON"}, "no Infinity", 2},
		{"text after the object", good + `{"type":"rollout","id":"q","task":"t"} x` + "\n" + other, "", 2, "", []string{"broken JSON at column 40"}, "", 2},
		{"wrong type", good + `{"type":"rollout","id":"q","task":"t","step":"one"}` + "\n" + other, "", 2, "step", []string{"column 46", "found string"}, "whole number", 2},
		{"wrong type deep", good + `{"type":"rollout","id":"q","task":"t","tokens":{"turns":[{"ids":[1,"2"]}]}}` + "\n" + other, "", 2, "tokens.turns[0].ids[1]", []string{"found string"}, "whole number", 2},
		{"bad duration", `{"type":"task","id":"q","kind":"program","program":{},"limits":{"wall":"3 weeks"}}` + "\n" + other, "", 1, "limits.wall", []string{`duration "3 weeks"`}, "", 1},
		{"unknown field", good + `{"type":"rollout","id":"q","task":"t","outpt":"x"}` + "\n" + other, "", 2, "outpt", []string{"column 39", "unknown field"}, `did you mean "output"?`, 2},
		{"unknown field deep", `{"type":"task","id":"q","kind":"program","program":{"compare":{"mod":"lines"}}}` + "\n" + other, "", 1, "program.compare.mod", []string{"unknown field"}, `did you mean "mode"?`, 1},
		{"unknown type", good + `{"type":"rolout","id":"q","task":"t"}` + "\n" + other, "", 2, "type", []string{`unknown record type "rolout"`}, `did you mean "rollout"?`, 2},
		{"no type", good + `{"v":1,"id":"q"}` + "\n" + other, "", 2, "type", []string{"missing"}, `"type":"task"`, 2},
		{"duplicate rollout", good + other + good, "", 3, "id", []string{`rollout "a" of task "t" was given on line 1 already`}, "an id of its own", 2},
		{"duplicate task", taskLineOf("a") + taskLineOf("b") + "\n" + taskLineOf("a"), "", 4, "id", []string{`task "a" was given on line 1 already`}, "an id of its own", 2},
		{"invalid UTF-8", good + "{\"type\":\"rollout\",\"id\":\"q\xff\",\"task\":\"t\"}\n" + other, "", 2, "", []string{"invalid UTF-8 at byte 26 of the line"}, "UTF-8", 2},
		{"no id", good + `{"type":"rollout","task":"t","output":"x"}` + "\n" + other, "", 2, "id", []string{"missing"}, "name of its own", 2},
		{"several problems", good + `{"type":"rollout","id":"q","index":-1,"output":"x","language":"pyton"}` + "\n" + other, "", 2, "", []string{"task: missing", "-1 is negative", `did you mean "python"?`}, "", 2},
		{"not an object", good + "42\n" + other, "", 2, "", []string{"found number"}, "", 2},
		{"foreign id", `{"task_id":null,"completion":"x"}` + "\n" + `{"task_id":3,"completion":"x"}`, "samples", 1, "task_id", []string{"found null"}, "string or a whole number", 1},
		{"sample without text", `{"task_id":"a"}` + "\n" + `{"task_id":"a","completion":"x"}`, "samples", 1, "completion", []string{"missing"}, `"solution"`, 1},
		{"unknown language", `{"task_id":"Perl/1","prompt":"","declaration":"","canonical_solution":"","test":""}`, "humaneval-x", 1, "task_id", []string{"no known language"}, "Python/0", 0},
		{"truncated gzip", gz[:len(gz)*2/3], "", 0, "", []string{"compressed data ends early; ", " records read before"}, "again", -1},
		{"damaged gzip", gz[:len(gz)-8] + "xxxxxxxx", "", 0, "", []string{"compressed data is damaged; 2001 records read before"}, "again", -2},
		{"damaged gzip after an array", func() string { z := gzipped(t, "["+good+"]"); return z[:len(z)-8] + "xxxxxxxx" }(), "", 0, "", []string{"compressed data is damaged; 1 record read before"}, "again", -2},
		{"text after the array", "[" + good + "] x", "", 2, "", []string{"broken JSON at column 3", "after the array"}, "array", -2},
		{"truncated array", "[" + good + "," + other[:20], "", 2, "", []string{"JSON ends early; 1 record read before"}, "again", -2},
		{"array without comma", "[" + good + other + "]", "", 2, "", []string{"broken JSON at column 1"}, "array", -2},
		{"broken element", "[" + good + `,{"type":"rollout","id":1,"task":"t"},` + other + "]", "", 2, "id", []string{"column 25"}, "string", 2},
		{"unknown fields", `{"foo":1,"bar":2}`, "", 1, "", []string{"no format has records with the fields bar, foo"}, "--from", -2},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			items, err := collect(text1(tc.in), tc.from, Options{})
			var e *steelyard.InputError
			if !errors.As(err, &e) {
				t.Fatalf("error is %v, want an InputError", err)
			}
			if e.File != "in.jsonl" || tc.line != 0 && e.Line != tc.line {
				t.Errorf("error at %s:%d, want in.jsonl:%d", e.File, e.Line, tc.line)
			}
			if tc.field != "" && e.Field != tc.field {
				t.Errorf("field is %q, want %q", e.Field, tc.field)
			}
			for _, s := range append(tc.says, tc.remedy) {
				if !strings.Contains(err.Error(), s) {
					t.Errorf("error %q does not say %q", err, s)
				}
			}
			if e.Remedy == "" {
				t.Errorf("error %q has no remedy", err)
			}
			for _, it := range items {
				if it.Error != nil {
					t.Errorf("error record under Stop: %v", it.Error)
				}
			}
			skipCheck(t, tc.in, tc.from, tc.after)
		})
	}
}

// skipCheck reads again under Skip: after -2 the input is unreadable all the
// same, -1 ends it with an error record, else that many items come besides one.
func skipCheck(t *testing.T, in, from string, after int) {
	t.Helper()
	items, err := collect(text1(in), from, Options{OnBad: Skip})
	if after == -2 {
		if err == nil {
			t.Error("no error under Skip for input that cannot be read on")
		}
		return
	}
	if err != nil {
		t.Fatalf("error under Skip: %v", err)
	}
	good, bad := 0, 0
	for _, it := range items {
		if it.Error == nil {
			good++
			continue
		}
		bad++
		if it.Error.Type != "error" || it.Error.V != 1 || it.Error.File != "in.jsonl" || it.Error.Error == "" || strings.Contains(it.Error.Error, "in.jsonl") {
			t.Errorf("error record %+v", it.Error)
		}
	}
	if bad != 1 || after >= 0 && good != after {
		t.Errorf("%d items and %d error records under Skip, want %d and 1", good, bad, after)
	}
}

func taskLineOf(id string) string {
	return fmt.Sprintf(`{"type":"task","id":%q,"kind":"program","program":{},"suite":{"checks":[{"case":{"input":"1","answer":"2"}}]}}`+"\n", id)
}

func bigRollouts(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `{"type":"rollout","id":"n%d","task":"t","output":"%x"}`+"\n", i, steelyard.DigestOf([]byte{byte(i), byte(i >> 8)}))
	}
	return b.String()
}

func gzipped(tb testing.TB, s string) string {
	tb.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, s); err != nil {
		tb.Fatal(err)
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.String()
}

func zstded(tb testing.TB, s string) string {
	tb.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		tb.Fatal(err)
	}
	return string(w.EncodeAll([]byte(s), nil))
}

// endless yields a line of n bytes after the head, then the tail.
func endless(head string, n int64, tail string) io.Reader {
	return io.MultiReader(strings.NewReader(head), io.LimitReader(fill{}, n), strings.NewReader(tail))
}

type fill struct{}

func (fill) Read(p []byte) (int, error) {
	p[0] = 'a'
	for n := 1; n < len(p); n *= 2 {
		copy(p[n:], p[:n])
	}
	return len(p), nil
}

func TestLongLineInBoundedMemory(t *testing.T) {
	const gib = 1 << 30
	head := rolloutLineOf("a", "t") + `{"type":"rollout","id":"long","task":"t","output":"`
	tail := `"}` + "\n" + rolloutLineOf("b", "t")
	for _, tc := range []struct{ name, open, close string }{{"lines", "", ""}, {"array", "[", "]"}} {
		t.Run(tc.name, func(t *testing.T) {
			sep := func(s string) string {
				if tc.open == "" {
					return s
				}
				return strings.Replace(s, "}\n{", "},\n{", 1)
			}
			src := func() Source {
				return Reader("big.jsonl", endless(tc.open+sep(head), gib, sep(tail)+tc.close))
			}
			_, err := collect(src(), "", Options{})
			var e *steelyard.InputError
			if !errors.As(err, &e) || e.File != "big.jsonl" || e.Line != 2 || !strings.Contains(e.Problem, "longer than the limit of 64MiB") {
				t.Fatalf("error is %v", err)
			}
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			items, err := collect(src(), "", Options{OnBad: Skip})
			runtime.ReadMemStats(&after)
			if err != nil || len(items) != 3 || items[0].Rollout == nil || items[1].Error == nil || items[2].Rollout == nil || items[2].Rollout.ID != "b" {
				t.Fatalf("items %v, error %v", items, err)
			}
			// The buffer doubles up to the limit: 128 MiB in all, and some for copies.
			if grown := after.TotalAlloc - before.TotalAlloc; grown > 400<<20 {
				t.Errorf("allocated %d MiB in all for a line of 1024 MiB", grown>>20)
			}
		})
	}
}

func TestLineLimitIsExact(t *testing.T) {
	t.Parallel()
	line := strings.TrimSuffix(rolloutLineOf("a", "t"), "\n")
	for _, tc := range []struct {
		limit int
		ok    bool
	}{{len(line), true}, {len(line) - 1, false}} {
		for _, in := range []string{line, line + "\n", "[" + line + "]"} {
			_, err := collect(text1(in), "", Options{MaxLine: steelyard.Size(tc.limit)})
			if (err == nil) != tc.ok {
				t.Errorf("limit %d for %d bytes in %q: %v", tc.limit, len(line), in[:1], err)
			}
		}
	}
}

func TestMissingAndMisnamed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, content string) string {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		return p
	}
	if _, err := Path(filepath.Join(dir, "none.jsonl")); err == nil || !strings.Contains(err.Error(), "none.jsonl: cannot be opened: no such file") {
		t.Errorf("missing file: %v", err)
	}
	src, err := Path(write("x.jsonl.gz", "not compressed at all"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err = collect(src, "", Options{}); err == nil || !strings.Contains(err.Error(), "is named as gzip data and is not") {
		t.Errorf("misnamed file: %v", err)
	}
	src, err = Path(write("plain.jsonl.gz", rolloutLineOf("a", "t")))
	if err != nil {
		t.Fatal(err)
	}
	if items, err := collect(src, "", Options{}); err != nil || len(items) != 1 {
		t.Errorf("JSON named .gz: %d items, %v", len(items), err)
	}
	if _, err = collect(src, "humanevall", Options{}); err == nil || !strings.Contains(err.Error(), `did you mean "humaneval"?`) {
		t.Errorf("unknown format: %v", err)
	}
	src, err = Path(write("tasks.jsonl", taskLineOf("a")))
	if err != nil {
		t.Fatal(err)
	}
	if _, err = collect(src, "", Options{Only: HoldsRollouts}); err == nil || !strings.Contains(err.Error(), "no rollouts") {
		t.Errorf("tasks given as rollouts: %v", err)
	}
	if _, err = collect(src, "mbpp", Options{Only: HoldsRollouts}); err == nil || !strings.Contains(err.Error(), "holds tasks, not rollouts") {
		t.Errorf("task format for rollouts: %v", err)
	}
}

func TestTaskWithoutChecksIsBroken(t *testing.T) {
	t.Parallel()
	in := `{"type":"task","id":"a","kind":"program","program":{}}` + "\n" +
		`{"type":"task","id":"b","kind":"function","function":{"language":"python","entry_point":"f"}}` + "\n" +
		`{"type":"task","id":"c","kind":"function","function":{"language":"python","entry_point":"f","oracle":"gold"},"suite":{"checks":[{"call":{"args":[1]}}]}}` + "\n" +
		taskLineOf("d")
	items, err := collect(text1(in), "", Options{})
	if err != nil || len(items) != 4 {
		t.Fatalf("%d items, %v", len(items), err)
	}
	for i, want := range []string{"no checks; add suite.checks with a case", "no checks; add suite.checks or function.test", "add gold", ""} {
		if got := items[i].Task.Broken; !strings.Contains(got, want) || (want == "") != (got == "") {
			t.Errorf("task %s: broken %q, want %q", items[i].Task.ID, got, want)
		}
	}
}

// TestForeignRecordIsBroken: a data set's own faults stop nothing.
func TestForeignRecordIsBroken(t *testing.T) {
	t.Parallel()
	in := `{"question":"q","input_output":{"fn_name":"a.b","inputs":[[1]],"outputs":[[1]]}}` + "\n" +
		`{"question":"q","input_output":{"fn_name":"b","inputs":[[1]],"outputs":[[1]]}}`
	items, err := collect(text1(in), "apps", Options{})
	if err != nil || len(items) != 2 {
		t.Fatalf("%d items, %v", len(items), err)
	}
	if got := items[0].Task.Broken; !strings.Contains(got, `"a.b" is not an identifier`) || items[1].Task.Broken != "" {
		t.Errorf("broken %q and %q", got, items[1].Task.Broken)
	}
}

func TestResolveID(t *testing.T) {
	t.Parallel()
	known := func(id string) bool { return id == "2" || id == "HumanEval/0" || id == "Mbpp/7" }
	for in, want := range map[string]string{"2": "2", "Mbpp/2": "2", "mbpp/2": "2", "HumanEval_0": "HumanEval/0", "0": "HumanEval/0", "7": "Mbpp/7", "x": "x"} {
		if got := resolveID(in, known); got != want {
			t.Errorf("%q resolves to %q, want %q", in, got, want)
		}
	}
	if got := resolveID("Mbpp/2", nil); got != "Mbpp/2" {
		t.Errorf("without known tasks: %q", got)
	}
}

func TestNewerVersionAndOtherRecords(t *testing.T) {
	t.Parallel()
	in := `{"type":"reward","v":1,"task":"t"}` + "\n" +
		rolloutLineOf("a", "t") +
		`{"type":"rollout","v":2,"id":"b","task":"t","output":"x","shiny":1}` + "\n" +
		`{"type":"novelty","v":2}` + "\n" +
		`{"type":"summary","v":1,"scored":1}` + "\n"
	items, err := collect(text1(in), "native", Options{})
	if err != nil || len(items) != 2 || items[1].Rollout.ID != "b" {
		t.Fatalf("%d items, %v", len(items), err)
	}
}

func TestErrorRecordIsOneJSONLine(t *testing.T) {
	t.Parallel()
	items, err := collect(text1("{\n"), "native", Options{OnBad: Skip})
	if err == nil {
		b, jerr := json.Marshal(items[0].Error)
		t.Fatalf("items %s, %v; want an error: nothing can follow an object that does not end", b, jerr)
	}
}
