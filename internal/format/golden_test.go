package format

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
)

// TestGolden decodes testdata/<format>.json(l) and compares the native form of
// what comes out with testdata/<format>.golden. Run with -update to write it.
func TestGolden(t *testing.T) {
	update := updateFlag(t)
	files, err := filepath.Glob("testdata/*.json*")
	if err != nil || len(files) < 12 {
		t.Fatalf("%d inputs, %v", len(files), err)
	}
	for _, in := range files {
		name := strings.TrimSuffix(filepath.Base(in), filepath.Ext(in))
		t.Run(name, func(t *testing.T) {
			src, err := Path(in)
			if err != nil {
				t.Fatal(err)
			}
			named := encoded(t, src, name)
			src, err = Path(in)
			if err != nil {
				t.Fatal(err)
			}
			if found := encoded(t, src, ""); !bytes.Equal(found, named) {
				t.Errorf("without --from it reads otherwise:\n%s", cmp.Diff(string(named), string(found)))
			}
			compareGolden(t, update, strings.TrimSuffix(in, filepath.Ext(in))+".golden", named)
		})
	}
}

func TestGoldenCruxEvalInput(t *testing.T) {
	update := updateFlag(t)
	src, err := Path("testdata/cruxeval.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	compareGolden(t, update, "testdata/cruxeval-input.golden", encoded(t, src, "cruxeval-input"))
}

// TestGoldenDirectories does the same for the formats that are directories.
func TestGoldenDirectories(t *testing.T) {
	update := updateFlag(t)
	for _, tc := range []struct{ name, path string }{
		{"kattis", "testdata/kattis"},
		{"apps", "testdata/appsdir"},
		{"dir", "testdata/rollouts"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			src, err := Path(tc.path)
			if err != nil {
				t.Fatal(err)
			}
			named := encoded(t, src, tc.name)
			if found := encoded(t, src, ""); !bytes.Equal(found, named) {
				t.Errorf("without --from it reads otherwise:\n%s", cmp.Diff(string(named), string(found)))
			}
			compareGolden(t, update, tc.path+".golden", named)
		})
	}
}

func encoded(t *testing.T, src Source, from string) []byte {
	t.Helper()
	var b bytes.Buffer
	for it, err := range Read(src, from, Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		if err := Encode(&b, it); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

func updateFlag(t *testing.T) bool {
	t.Helper()
	f := flag.Lookup("update")
	return f != nil && f.Value.String() == "true"
}

func TestMain(m *testing.M) {
	flag.Bool("update", false, "write the golden files")
	goleak.VerifyTestMain(m)
}

func compareGolden(t *testing.T, update bool, path string, got []byte) {
	t.Helper()
	if update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}
