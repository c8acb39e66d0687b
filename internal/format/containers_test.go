package format

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
)

// idsOf returns the ids and lines of what was read.
func idsOf(items []Item) (ids []string, lines []int) {
	for _, it := range items {
		switch {
		case it.Task != nil:
			ids = append(ids, it.Task.ID)
		case it.Rollout != nil:
			ids = append(ids, it.Rollout.Task+":"+it.Rollout.ID)
		}
		lines = append(lines, it.Line)
	}
	return ids, lines
}

func TestShapesOfInput(t *testing.T) {
	t.Parallel()
	a, b := strings.TrimSpace(rolloutLineOf("a", "t")), strings.TrimSpace(rolloutLineOf("b", "t"))
	indented := "{\n  \"type\": \"rollout\",\n  \"id\": \"a\", \"task\": \"t\"\n}\n"
	for _, tc := range []struct {
		name, in string
		lines    []int
	}{
		{"lines", a + "\n" + b + "\n", []int{1, 2}},
		{"no line feed at the end", a + "\n" + b, []int{1, 2}},
		{"blank lines and CRLF", "\r\n" + a + "\r\n\r\n \t" + b + "\r\n\n", []int{2, 4}},
		{"byte order mark", "\xef\xbb\xbf" + a + "\n" + b, []int{1, 2}},
		{"array", "[" + a + "," + b + "]", []int{1, 1}},
		{"array over lines", "\n[\n" + a + ",\n\n" + b + "\n]\n", []int{3, 5}},
		{"indented objects", indented + strings.ReplaceAll(indented, `"a"`, `"b"`), []int{1, 5}},
		{"indented array", "[\n" + indented + ",\n" + b + "]", []int{2, 7}},
		{"gzip", gzipped(t, a+"\n"+b), []int{1, 2}},
		{"gzip members", gzipped(t, a+"\n") + gzipped(t, b), []int{1, 2}},
		{"Zstandard", zstded(t, a+"\n"+b), []int{1, 2}},
		{"Zstandard frames", zstded(t, a+"\n") + zstded(t, b), []int{1, 2}},
		{"gzip in Zstandard", zstded(t, gzipped(t, a+"\n"+b)), []int{1, 2}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			items, err := collect(text1(tc.in), "", Options{})
			if err != nil {
				t.Fatal(err)
			}
			ids, lines := idsOf(items)
			if diff := cmp.Diff([]string{"t:a", "t:b"}, ids); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tc.lines, lines); diff != "" {
				t.Errorf("lines: %s", diff)
			}
		})
	}
	for _, empty := range []string{"", "\n\n", "[]", "[ \n ]\n", gzipped(t, "")} {
		if items, err := collect(text1(empty), "", Options{}); err != nil || len(items) != 0 {
			t.Errorf("%q: %d items, %v", empty, len(items), err)
		}
	}
}

// TestChunkBorders reads through readers that give a byte at a time, so that
// every state of the splitter is crossed by a border.
func TestChunkBorders(t *testing.T) {
	t.Parallel()
	in := `[{"type":"rollout","id":"a\\\"]}","task":"t","output":"x\\"}, ` + "\n" + `{"type":"rollout","id":"b","task":"t","files":{"[":"{\""}}]`
	for _, size := range []int{1, 2, 3, 7, 64} {
		items, err := collect(Reader("in", &slow{s: in, n: size}), "", Options{})
		if err != nil {
			t.Fatalf("%d bytes at a time: %v", size, err)
		}
		ids, lines := idsOf(items)
		if diff := cmp.Diff([]string{`t:a\"]}`, "t:b"}, ids); diff != "" || lines[1] != 2 {
			t.Errorf("%d bytes at a time: lines %v, %s", size, lines, diff)
		}
	}
}

// slow reads n bytes at a time.
type slow struct {
	s string
	n int
}

func (r *slow) Read(p []byte) (int, error) {
	if r.s == "" {
		return 0, io.EOF
	}
	n := copy(p, r.s[:min(r.n, len(r.s))])
	r.s = r.s[n:]
	return n, nil
}

type parquetTurn struct {
	IDs      []int32   `parquet:"ids,list"`
	LogProbs []float32 `parquet:"log_probs,list"`
}

type parquetTokens struct {
	Turns []parquetTurn `parquet:"turns,list"`
}

type parquetRollout struct {
	ID     string         `parquet:"id"`
	Task   string         `parquet:"task"`
	Output string         `parquet:"output,optional"`
	Step   int64          `parquet:"step"`
	Tokens *parquetTokens `parquet:"tokens,optional"`
}

func parquetBytes(tb testing.TB) []byte {
	tb.Helper()
	var buf bytes.Buffer
	w := parquet.NewGenericWriter[parquetRollout](&buf, parquet.MaxRowsPerRowGroup(2))
	rows := []parquetRollout{
		{ID: "a", Task: "t", Output: "x", Step: 3, Tokens: &parquetTokens{[]parquetTurn{{[]int32{1, 2}, []float32{-1, 0}}, {[]int32{3}, nil}}}},
		{ID: "b", Task: "t", Output: "é"},
		{ID: "a", Task: "u"},
	}
	if _, err := w.Write(rows); err != nil {
		tb.Fatal(err)
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return buf.Bytes()
}

func TestParquet(t *testing.T) {
	t.Parallel()
	b := parquetBytes(t)
	p := filepath.Join(t.TempDir(), "r.parquet")
	read := func(b []byte, from string) ([]Item, error) {
		if err := os.WriteFile(p, b, 0o644); err != nil {
			t.Fatal(err)
		}
		src, err := Path(p)
		if err != nil {
			t.Fatal(err)
		}
		return collect(src, from, Options{})
	}
	for _, from := range []string{"", "native"} {
		items, err := read(b, from)
		if err != nil {
			t.Fatal(err)
		}
		ids, lines := idsOf(items)
		if diff := cmp.Diff([]string{"t:a", "t:b", "u:a"}, ids); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff([]int{1, 2, 3}, lines); diff != "" {
			t.Error(diff)
		}
		r := items[0].Rollout
		if r.Text.String() != "x" || r.Step != 3 || r.Tokens == nil || !cmp.Equal(r.Tokens.Turns[0].IDs, []int32{1, 2}) || !cmp.Equal(r.Tokens.Turns[0].LogProbs, []float32{-1, 0}) {
			t.Errorf("first row is %+v", r)
		}
		if items[1].Rollout.Tokens != nil {
			t.Errorf("second row has tokens %+v", items[1].Rollout.Tokens)
		}
	}
	if _, err := read(b[:len(b)-20], ""); err == nil || !strings.Contains(err.Error(), "Parquet data is damaged; 0 records read before") {
		t.Errorf("cut file: %v", err)
	}
	if _, err := collect(Reader("-", bytes.NewReader(b)), "", Options{}); err == nil || !strings.Contains(err.Error(), "cannot be read from a stream") {
		t.Errorf("stream: %v", err)
	}
	bad := bytes.Clone(b)
	for i := 4; i < len(bad)/2; i++ {
		bad[i] ^= 0x5a
	}
	if _, err := read(bad, ""); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("damaged pages: %v", err)
	}
}

func TestDirectoryNames(t *testing.T) {
	t.Parallel()
	known := map[string]bool{"HumanEval/0": true, "a_b/c": true, "plain": true}
	for _, tc := range []struct {
		name, task, id string
		known          bool
	}{
		{"HumanEval/0/3.py", "HumanEval/0", "3", false},
		{"HumanEval/0/3.py", "HumanEval/0", "3", true},
		{"HumanEval/0.py", "HumanEval", "0", false},
		{"HumanEval/0.py", "HumanEval/0", "0", true},
		{"HumanEval_0/3.py", "HumanEval_0", "3", false},
		{"HumanEval_0/3.py", "HumanEval/0", "3", true},
		{"HumanEval_0.py", "HumanEval/0", "0", true},
		{"HumanEval%2F0.py", "HumanEval/0", "0", false},
		{"a_b_c.txt", "a_b/c", "0", true},
		{"plain/x.tar", "plain", "x.tar", true},
		{"v1.2/0.py", "v1.2", "0", false},
		{"%zz.py", "%zz", "0", false},
	} {
		var k func(string) bool
		if tc.known {
			k = func(id string) bool { return known[id] }
		}
		if task, id := fileIDs(tc.name, k); task != tc.task || id != tc.id {
			t.Errorf("%s (known tasks: %v): task %q, id %q; want %q, %q", tc.name, tc.known, task, id, tc.task, tc.id)
		}
	}
}

func TestDirectoryDoesNotFollowLinksOut(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("s"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, filepath.Join(dir, "task.py")); err != nil {
		t.Fatal(err)
	}
	src, err := Path(dir)
	if err != nil {
		t.Fatal(err)
	}
	items, err := collect(src, "dir", Options{OnBad: Skip})
	if err != nil || len(items) != 1 || items[0].Error == nil {
		t.Errorf("items %+v, %v; want one error record", items, err)
	}
}

func TestConsumerMayStop(t *testing.T) {
	t.Parallel()
	for _, in := range []string{bigRollouts(10), "[" + strings.ReplaceAll(strings.TrimSpace(bigRollouts(10)), "\n", ",") + "]", gzipped(t, bigRollouts(10))} {
		n := 0
		for range Read(text1(in), "", Options{}) {
			if n++; n == 3 {
				break
			}
		}
		if n != 3 {
			t.Errorf("%d items", n)
		}
	}
}

// TestParquetThroughWrappedOpen: a caller that counts bytes wraps Open.
func TestParquetThroughWrappedOpen(t *testing.T) {
	t.Parallel()
	p := filepath.Join(t.TempDir(), "r.parquet")
	if err := os.WriteFile(p, parquetBytes(t), 0o644); err != nil {
		t.Fatal(err)
	}
	src, err := Path(p)
	if err != nil {
		t.Fatal(err)
	}
	open := src.Open
	src.Open = func() (io.ReadCloser, error) {
		rc, err := open()
		return struct{ io.ReadCloser }{rc}, err
	}
	if items, err := collect(src, "", Options{}); err != nil || len(items) != 3 {
		t.Errorf("%d items, %v", len(items), err)
	}
}
