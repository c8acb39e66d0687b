package cli

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"steelyard"
)

func TestLayersAreSweptByAge(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	now := time.Now()
	names := map[string]steelyard.Digest{}
	for i, name := range []string{"oldest", "old", "used again", "young"} {
		d := steelyard.DigestOf([]byte(name))
		names[name] = d
		path := filepath.Join(dir, d.Hex())
		if err := os.Mkdir(path, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(path, "main"), make([]byte, 1000), 0o644); err != nil {
			t.Fatal(err)
		}
		used := now.Add(time.Duration(i-5) * time.Hour)
		if name == "young" {
			used = now.Add(-time.Minute)
		}
		if err := os.Chtimes(path, used, used); err != nil {
			t.Fatal(err)
		}
	}
	l := &layers{dir: dir, log: slog.New(slog.DiscardHandler)}
	left := func() (out []string) {
		for _, name := range []string{"oldest", "old", "used again", "young"} {
			if _, err := os.Stat(filepath.Join(dir, names[name].Hex())); err == nil {
				out = append(out, name)
			}
		}
		return out
	}
	if err := l.sweep(now, 4000, 2000); err != nil {
		t.Fatal(err)
	}
	if got := left(); len(got) != 4 {
		t.Fatalf("%v are left, though there was room for all", got)
	}
	if !l.has(names["used again"]) || l.has(steelyard.DigestOf([]byte("never was"))) {
		t.Fatal("what is there is not found, or what is not is")
	}
	if err := l.sweep(now, 3999, 2500); err != nil {
		t.Fatal(err)
	}
	if got := left(); len(got) != 2 || got[0] != "used again" || got[1] != "young" {
		t.Errorf("%v are left, want those used last", got)
	}
	// What may be in use stays, even when there is too much.
	if err := l.sweep(now, 1, 0); err != nil {
		t.Fatal(err)
	}
	if got := left(); len(got) != 2 {
		t.Errorf("%v are left: a layer in use was removed", got)
	}
}
