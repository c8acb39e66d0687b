package format

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"steelyard"
)

func genBlob(t *rapid.T, label string) steelyard.Blob {
	if rapid.Bool().Draw(t, label+" is text") {
		return steelyard.Text(rapid.String().Draw(t, label))
	}
	return steelyard.Bytes(rapid.SliceOfN(rapid.Byte(), 1, 20).Draw(t, label))
}

func genID(t *rapid.T, label string) string {
	return rapid.StringMatching(`[A-Za-z][A-Za-z0-9/_. é-]{0,20}`).Draw(t, label)
}

func genFiles(t *rapid.T) map[string]steelyard.Blob {
	files := map[string]steelyard.Blob{}
	for range rapid.IntRange(1, 3).Draw(t, "files") {
		files[rapid.StringMatching(`[a-z]{1,5}(/[a-z]{1,5})?`).Draw(t, "path")] = genBlob(t, "file")
	}
	return files
}

func genOutput(t *rapid.T) steelyard.Output {
	o := steelyard.Output{Language: rapid.SampledFrom(append([]string{""}, steelyard.Languages()...)).Draw(t, "language")}
	switch rapid.IntRange(0, 3).Draw(t, "form") {
	case 0:
		o.Text = genBlob(t, "text")
	case 1:
		o.Files = genFiles(t)
	case 2:
		o.Patch = genBlob(t, "patch")
	case 3:
		o.Layer = steelyard.DigestOf([]byte(genID(t, "layer")))
	}
	return o
}

func genLimits(t *rapid.T) steelyard.Limits {
	n := func(label string) int64 { return rapid.Int64Range(1, 1<<40).Draw(t, label) }
	return steelyard.Limits{
		Wall: steelyard.Duration(n("wall")), CPU: steelyard.Duration(n("cpu")), Memory: steelyard.Size(n("memory")), Pids: int(n("pids")),
		Output: steelyard.Size(rapid.Int64Range(1, int64(steelyard.MaxOutput)).Draw(t, "output")), Disk: steelyard.Size(n("disk")), OpenFiles: int(n("open files")),
	}
}

func genTask(t *rapid.T) *steelyard.Task {
	task := &steelyard.Task{
		ID: genID(t, "id"), Kind: rapid.SampledFrom([]string{steelyard.KindFunction, steelyard.KindProgram, steelyard.KindLiteral}).Draw(t, "kind"),
		Prompt: rapid.String().Draw(t, "prompt"), Files: genFiles(t), Limits: genLimits(t), Gold: []steelyard.Output{genOutput(t)},
		Dataset: "own", Meta: json.RawMessage(`{"a":[1,2.5,"x"]}`),
	}
	n := rapid.IntRange(1, 4).Draw(t, "checks")
	for i := range n {
		c := steelyard.Check{ID: fmt.Sprint("c", i), Role: steelyard.RolePassToPass, Weight: float64(rapid.IntRange(1, 9).Draw(t, "weight")) / 2, Public: rapid.Bool().Draw(t, "public")}
		switch task.Kind {
		case steelyard.KindFunction:
			if rapid.Bool().Draw(t, "assert") {
				c.Assert = "assert " + rapid.String().Draw(t, "assert")
			} else {
				c.Call = &steelyard.Call{Args: []json.RawMessage{json.RawMessage("123456789012345678901234567890"), json.RawMessage(`"é"`)}, Expected: json.RawMessage("null")}
			}
		case steelyard.KindProgram:
			c.Case = &steelyard.Case{Input: genBlob(t, "input"), Answer: genBlob(t, "answer"), Others: []steelyard.Blob{genBlob(t, "other")}, Args: []string{"-x"}}
		default:
			continue
		}
		task.Suite.Checks = append(task.Suite.Checks, c)
	}
	switch task.Kind {
	case steelyard.KindFunction:
		task.Function = &steelyard.FunctionSpec{Language: "python", EntryPoint: "f", Before: rapid.String().Draw(t, "before"), Strict: true, Abs: 1e-6}
	case steelyard.KindProgram:
		task.Program = &steelyard.ProgramSpec{
			Compare: steelyard.Comparison{Mode: steelyard.CompareFloats, Rel: 1e-9},
			Checker: &steelyard.Judge{Language: "cpp", Files: map[string]steelyard.Blob{"c.cpp": genBlob(t, "checker")}, Main: "c.cpp", Contract: "testlib"},
		}
	default:
		task.Literal = &steelyard.LiteralSpec{Language: "python", Code: "def f(x): return x", Input: rapid.String().Draw(t, "input"), Output: "1", Predict: "input"}
	}
	return task
}

func genRollout(t *rapid.T) *steelyard.Rollout {
	ids := rapid.SliceOfN(rapid.Int32(), 1, 5).Draw(t, "ids")
	mask := make(steelyard.Mask, len(ids))
	probs := make([]float32, len(ids))
	for i := range ids {
		mask[i] = uint8(i % 2)
		probs[i] = -float32(i) / 3
	}
	size := rapid.IntRange(1, 64).Draw(t, "size")
	return &steelyard.Rollout{
		ID: genID(t, "id"), Task: genID(t, "task"), Run: "r", Step: rapid.IntRange(0, 9).Draw(t, "step"), Epoch: 1, Group: genID(t, "group"),
		GroupSize: size, Index: rapid.IntRange(0, size-1).Draw(t, "index"), Policy: "p", Output: genOutput(t), FinishReason: "stop",
		Trajectory: json.RawMessage(`[{"role":"user"}]`), Meta: json.RawMessage(`{}`),
		Tokens: &steelyard.Tokens{Turns: []steelyard.Turn{{IDs: ids, LossMask: mask, LogProbs: probs}}, Segments: []steelyard.Segment{{Kind: "turn", Start: 0, End: len(ids)}}},
	}
}

// TestNativeRoundTrip: what Encode writes, Read gives back.
func TestNativeRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var want Item
		if rapid.Bool().Draw(t, "task") {
			want.Task = genTask(t)
		} else {
			want.Rollout = genRollout(t)
		}
		var buf bytes.Buffer
		if err := Encode(&buf, want); err != nil {
			t.Fatal(err)
		}
		line := buf.String()
		if strings.Count(line, "\n") != 1 || !strings.HasSuffix(line, "\n") {
			t.Fatalf("not one line: %q", line)
		}
		in := line
		if rapid.Bool().Draw(t, "as an array") {
			in = "[" + line + "]"
		}
		items, err := collect(text1(in), "", Options{})
		if err != nil || len(items) != 1 {
			t.Fatalf("%v\n%s", err, line)
		}
		got := items[0]
		got.File, got.Line = "", 0
		// An empty text and no text are the same content.
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("%s\n%s", diff, line)
		}
		if want.Task != nil {
			a, aerr := want.Task.ComputeDigest()
			b, berr := got.Task.ComputeDigest()
			if aerr != nil || berr != nil || a != b {
				t.Fatalf("digests %s, %s", a, b)
			}
		}
	})
}

// TestMemoryIsFlat streams many rollouts and looks at what stays.
func TestMemoryIsFlat(t *testing.T) {
	const n = 60_000
	pr, pw := io.Pipe()
	go func() {
		pad := strings.Repeat("x", 1000)
		for i := range n {
			if _, err := fmt.Fprintf(pw, `{"type":"rollout","v":1,"id":"%d","task":"t","output":%q}`+"\n", i, pad); err != nil {
				return
			}
		}
		pw.Close()
	}()
	live := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	var early, count uint64
	for it, err := range Read(Reader("-", pr), "", Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		if len(it.Rollout.Text.Inline) != 1000 {
			t.Fatal("wrong output")
		}
		if count++; count == n/10 {
			early = live()
		}
	}
	late := live()
	// 60 MB passed through; what may stay is the ids, some 50 bytes each.
	if count != n || late > early+8<<20 {
		t.Errorf("%d rollouts; %d KiB live after a tenth, %d KiB at the end", count, early>>10, late>>10)
	}
}

func TestLimitsTable(t *testing.T) {
	t.Parallel()
	rows := Limits()
	for _, f := range All() {
		if f.Holds()&HoldsTasks == 0 {
			continue
		}
		i := slices.IndexFunc(rows, func(d DefaultLimits) bool { return d.Format == f.Name() })
		if i < 0 {
			t.Errorf("no limits for %s", f.Name())
		}
	}
	for _, d := range rows {
		l := d.Limits
		if l.Wall <= 0 || l.CPU <= 0 || l.Wall < 2*l.CPU || l.Output <= 0 || l.Disk <= 0 || l.OpenFiles <= 0 || d.Reason == "" || d.Per == "" {
			t.Errorf("incomplete row %+v", d)
		}
		if l.Memory != 0 || l.Pids != 0 {
			t.Errorf("%s %s demands a guarantee that not every host has", d.Format, d.Kind)
		}
		if got := LimitsOf(d.Format, d.Kind); got != l {
			t.Errorf("LimitsOf(%s, %s) is %+v", d.Format, d.Kind, got)
		}
	}
	if got := LimitsOf("unheard", steelyard.KindProgram); got.Wall != steelyard.Duration(20*time.Second) {
		t.Errorf("limits of an unknown format: %+v", got)
	}
}

func TestGoldAndNull(t *testing.T) {
	t.Parallel()
	src, err := Path("testdata/humaneval-x.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	items, err := collect(src, "", Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, it := range items {
		g, ok := Gold(it.Task)
		if !ok || g.ID != "gold" || g.Task != it.Task.ID || g.Text.String() != it.Task.Gold[0].Text.String() {
			t.Errorf("%s: gold %+v", it.Task.ID, g)
		}
		n := NullRollout(it.Task)
		if n.ID != "null" || n.Language != it.Task.Function.Language || !strings.Contains(n.Text.String(), it.Task.Function.EntryPoint) && it.Task.Function.Language != "rust" {
			t.Errorf("%s: null %+v", it.Task.ID, n)
		}
		for _, r := range []steelyard.Rollout{g, n} {
			if found := r.Validate(); len(found) > 0 {
				t.Errorf("%s: %v", it.Task.ID, found[0])
			}
		}
	}
	if _, ok := Gold(&steelyard.Task{ID: "x"}); ok {
		t.Error("gold of a task without one")
	}
	for _, lang := range steelyard.Languages() {
		task := &steelyard.Task{ID: "x", Kind: steelyard.KindProgram, Program: &steelyard.ProgramSpec{Languages: []string{lang}}}
		if o := Null(task); o.Language != lang || o.Text.IsZero() {
			t.Errorf("%s: null %+v", lang, o)
		}
	}
}

func BenchmarkReadRollouts(b *testing.B) {
	in := bigRollouts(20_000)
	b.SetBytes(int64(len(in)))
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		for _, err := range Read(text1(in), "", Options{}) {
			if err != nil {
				b.Fatal(err)
			}
			n++
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "rollouts/s")
}
