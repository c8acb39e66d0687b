package format

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"steelyard"
)

// fuzzFormat checks what every decoder promises for any bytes: it ends without a
// panic; under Stop an error is an InputError with the file's name; under Skip
// nothing good is lost that Stop gave; and what comes out is valid, is unique and
// survives the native form.
func fuzzFormat(f *testing.F, name string) {
	f.Helper()
	in, err := filepath.Glob("testdata/" + name + ".json*")
	if err != nil || len(in) == 0 {
		f.Fatalf("no seed for %s: %v", name, err)
	}
	for _, p := range in {
		b, err := os.ReadFile(p)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
		for line := range bytes.Lines(b) {
			f.Add(bytes.Clone(line))
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		checkBytes(t, b, name)
	})
}

func checkBytes(t *testing.T, b []byte, name string) {
	t.Helper()
	opt := Options{MaxLine: 1 << 20}
	src := func() Source { return Reader("in", bytes.NewReader(b)) }
	items, err := collect(src(), name, opt)
	var e *steelyard.InputError
	if err != nil && (!errors.As(err, &e) || e.File != "in" || e.Problem == "") {
		t.Fatalf("error is %#v", err)
	}
	opt.OnBad = Skip
	more, skipErr := collect(src(), name, opt)
	good := 0
	for _, it := range more {
		if it.Error == nil {
			good++
		}
	}
	if good < len(items) || err == nil && skipErr != nil {
		t.Fatalf("%d items under Stop (%v), %d under Skip (%v)", len(items), err, good, skipErr)
	}
	seen := map[string]bool{}
	for _, it := range items {
		checkItem(t, it, seen)
	}
}

func checkItem(t *testing.T, it Item, seen map[string]bool) {
	t.Helper()
	var found []*steelyard.InputError
	var id string
	switch {
	case it.Task != nil:
		found, id = it.Task.Validate(), "t\x00"+it.Task.ID
		Null(it.Task)
	case it.Rollout != nil:
		found, id = it.Rollout.Validate(), it.Rollout.Run+"\x00"+it.Rollout.Task+"\x00"+it.Rollout.ID
	}
	if len(found) > 0 {
		t.Fatalf("invalid item: %v", found[0])
	}
	if seen[id] {
		t.Fatalf("id %q twice", id)
	}
	seen[id] = true
	var buf bytes.Buffer
	if err := Encode(&buf, it); err != nil {
		t.Fatalf("cannot be encoded: %v", err)
	}
	again, err := collect(Reader("again", &buf), "native", Options{})
	if err != nil || len(again) != 1 {
		t.Fatalf("the native form is not read back: %v", err)
	}
}

func FuzzNative(f *testing.F)        { fuzzFormat(f, "native") }
func FuzzHumanEval(f *testing.F)     { fuzzFormat(f, "humaneval") }
func FuzzHumanEvalX(f *testing.F)    { fuzzFormat(f, "humaneval-x") }
func FuzzMBPP(f *testing.F)          { fuzzFormat(f, "mbpp") }
func FuzzMBPPSanitized(f *testing.F) { fuzzFormat(f, "mbpp-sanitized") }
func FuzzEvalPlus(f *testing.F)      { fuzzFormat(f, "evalplus") }
func FuzzCruxEval(f *testing.F)      { fuzzFormat(f, "cruxeval") }
func FuzzAPPS(f *testing.F)          { fuzzFormat(f, "apps") }
func FuzzTACO(f *testing.F)          { fuzzFormat(f, "taco") }
func FuzzLiveCodeBench(f *testing.F) { fuzzFormat(f, "livecodebench") }
func FuzzCodeContests(f *testing.F)  { fuzzFormat(f, "codecontests") }
func FuzzSamples(f *testing.F)       { fuzzFormat(f, "samples") }

// FuzzKattis puts bytes in the place of problem.yaml, .timelimit and the test
// data's settings.
func FuzzKattis(f *testing.F) {
	f.Add([]byte("name: x\nvalidation: custom interactive\nvalidator_flags: a b\nlimits: {memory: 1}\n"), []byte("2"), []byte("output_validator_args: [a]"))
	f.Add([]byte("languages: all\ntype: [pass-fail, interactive]\n"), []byte("1e3"), []byte("output_validator_flags: case_sensitive"))
	f.Add([]byte("a: &a [*a, *a]\n"), []byte(""), []byte("a: &a {b: *a}"))
	f.Fuzz(func(t *testing.T, yaml, limit, group []byte) {
		dir := fstest.MapFS{}
		for name, b := range map[string][]byte{
			"problem.yaml": yaml, ".timelimit": limit, "data/testdata.yaml": group,
			"data/secret/1.in": []byte("1"), "data/secret/1.ans": []byte("1"),
			"output_validators/v/v.py": []byte("import sys; sys.exit(42)"), "submissions/accepted/a.py": []byte("print(1)"),
		} {
			dir[name] = &fstest.MapFile{Data: b, Mode: 0o644}
		}
		items, err := collect(Source{Name: "p", Dir: dir}, "kattis", Options{})
		var e *steelyard.InputError
		if err != nil && !errors.As(err, &e) {
			t.Fatalf("error is %#v", err)
		}
		seen := map[string]bool{}
		for _, it := range items {
			checkItem(t, it, seen)
		}
	})
}

// FuzzDirectory reads a rollout from a path.
func FuzzDirectory(f *testing.F) {
	f.Add("HumanEval/0/1.py")
	f.Add("HumanEval%2F0.py")
	f.Add("a_b.c/.x/y")
	f.Fuzz(func(t *testing.T, name string) {
		if !fs.ValidPath(name) || name == "." {
			t.Skip()
		}
		dir := fstest.MapFS{name: &fstest.MapFile{Data: []byte("x"), Mode: 0o644}}
		items, err := collect(Source{Name: "d", Dir: dir}, "dir", Options{OnBad: Skip})
		if err != nil {
			t.Fatal(err)
		}
		hidden := strings.HasPrefix(name, ".") || strings.Contains(name, "/.")
		if (len(items) == 0) != hidden {
			t.Fatalf("%d items for %q", len(items), name)
		}
	})
}

// FuzzContainers reads any bytes as they come: compressed, Parquet or neither.
func FuzzContainers(f *testing.F) {
	f.Add([]byte(gzipped(f, rolloutLineOf("a", "t"))))
	f.Add([]byte(zstded(f, rolloutLineOf("a", "t"))))
	f.Add([]byte(gzipped(f, zstded(f, "["+rolloutLineOf("a", "t")+"]"))))
	f.Fuzz(func(t *testing.T, b []byte) {
		checkBytes(t, b, "")
	})
}

// FuzzParquet reads any bytes as a Parquet file.
func FuzzParquet(f *testing.F) {
	f.Add(parquetBytes(f))
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 1<<16 {
			t.Skip()
		}
		p := filepath.Join(t.TempDir(), "x.parquet")
		if err := os.WriteFile(p, append([]byte("PAR1"), b...), 0o644); err != nil {
			t.Fatal(err)
		}
		src, err := Path(p)
		if err != nil {
			t.Fatal(err)
		}
		_, err = collect(src, "", Options{OnBad: Skip, MaxLine: 1 << 20})
		var e *steelyard.InputError
		if err != nil && !errors.As(err, &e) {
			t.Fatalf("error is %#v", err)
		}
	})
}

func FuzzUnpickle(f *testing.F) {
	for _, p := range picklesOf() {
		f.Add([]byte(p.pickled))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := unpickleString(b)
		if err == nil && len(s) > 4*len(b) {
			t.Fatalf("%d bytes became %d", len(b), len(s))
		}
	})
}
