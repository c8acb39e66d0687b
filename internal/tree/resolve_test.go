package tree

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"steelyard"
)

// asked returns the names of the tools that were run, sorted; each of those that
// counted makes leaves a file.
func asked(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func counted(t *testing.T, bin, log, name, answer string) {
	t.Helper()
	tool(t, bin, name, fmt.Sprintf(": > %s/%s; %s", log, name, answer))
}

func runs(tools ...string) *steelyard.Exec {
	x := &steelyard.Exec{}
	for _, name := range tools {
		x.Procs = append(x.Procs, steelyard.Proc{Argv: []string{name}})
	}
	return x
}

func TestToolsAreAskedWhenNeeded(t *testing.T) {
	t.Parallel()
	bin, log := t.TempDir(), t.TempDir()
	counted(t, bin, log, "gcc", "echo gcc 12")
	counted(t, bin, log, "g++", "echo g++ 12")
	counted(t, bin, log, "node", "echo /usr/bin/node; echo v20")
	h := newHost(t, Config{Path: bin, Lazy: true})
	if got := asked(t, log); got != nil {
		t.Errorf("%v asked at the start", got)
	}
	before, err := h.Env(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	x := runs("@gcc", "./main", "@nothing")
	if err := h.Need(t.Context(), x); err != nil {
		t.Fatal(err)
	}
	if got := asked(t, log); !slices.Equal(got, []string{"gcc"}) {
		t.Errorf("%v asked, want gcc", got)
	}
	after, err := h.Env(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	if m := before.Missing(x); len(m) != 2 {
		t.Errorf("before: %v missing", m)
	}
	if m := after.Missing(x); !slices.Equal(m, []string{"nothing"}) || after.Mounts.Digest == before.Mounts.Digest {
		t.Errorf("after: %v missing", m)
	}
	// What an execution is called does not depend on what else was needed.
	a, errA := before.KeyDigest(runs("./main"))
	b, errB := after.KeyDigest(runs("./main"))
	if errA != nil || errB != nil || a != b {
		t.Errorf("%v and %v, %v, %v", a, b, errA, errB)
	}
	all, err := h.Tools(t.Context())
	if err != nil || len(all) != len(ToolNames()) {
		t.Errorf("%d tools, %v", len(all), err)
	}
	if got := asked(t, log); !slices.Equal(got, []string{"g++", "gcc", "node"}) {
		t.Errorf("%v asked, want all", got)
	}
}

func TestFingerprintAsksOnlyLaunchers(t *testing.T) {
	t.Parallel()
	bin, log := t.TempDir(), t.TempDir()
	program, err := os.ReadFile("/bin/true")
	if err != nil {
		t.Fatal(err)
	}
	node := filepath.Join(bin, "node")
	if err := os.WriteFile(node, program, 0o755); err != nil {
		t.Fatal(err)
	}
	counted(t, bin, log, "rustc", "echo rustc 1.90")
	fingerprint := func() steelyard.Digest {
		h := newHost(t, Config{Path: bin, Lazy: true})
		d, err := h.Fingerprint(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if left := h.unresolved(ToolNames()); !slices.Contains(left, Node) || slices.Contains(left, Rustc) {
			t.Errorf("not asked: %v", left)
		}
		return d
	}
	first := fingerprint()
	if fingerprint() != first {
		t.Error("two fingerprints of the same tools differ")
	}
	if err := os.WriteFile(node, append(program, 0), 0o755); err != nil {
		t.Fatal(err)
	}
	second := fingerprint()
	if second == first {
		t.Error("another program, the same fingerprint")
	}
	if err := os.WriteFile(filepath.Join(bin, "gcc"), program, 0o755); err != nil {
		t.Fatal(err)
	}
	if fingerprint() == second {
		t.Error("another tool, the same fingerprint")
	}
}

func TestPython2IsNamed(t *testing.T) {
	t.Parallel()
	bin := t.TempDir()
	tool(t, bin, "python3", `echo '{"executable": "/usr/bin/python2.7", "version": "2.7.18 (default)", "implementation": "python", "prefixes": [], "path": [], "major": 2, "dists": []}'`)
	h := newHost(t, Config{Path: bin})
	if got := h.tool(Python); got.Found() || !strings.Contains(got.Problem, "python 2.7.18 (default), not Python 3") {
		t.Errorf("%+v", got)
	}
}
