package tree

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"steelyard"
	"steelyard/internal/sandbox"
	"steelyard/internal/sandbox/mem"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// tool writes an executable that prints what is asked of it.
func tool(t *testing.T, dir, name, script string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// python writes an executable that answers as the interpreter at exe would.
func python(t *testing.T, dir, exe, prefix, version string) string {
	t.Helper()
	return tool(t, dir, "python3", `echo '{"executable":"`+exe+`","version":"`+version+`","implementation":"cpython","prefixes":["`+prefix+`","/usr"],"path":["`+prefix+`"],"major":3,"dists":["numpy-1.24.dist-info"]}'`)
}

func newHost(t *testing.T, cfg Config) *Host {
	t.Helper()
	h, err := New(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestShimIsResolved(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	prefix := filepath.Join(dir, "versions", "3.11")
	resolved := tool(t, prefix, "bin/python3.11", "exit 0")
	python(t, filepath.Join(dir, "shims"), resolved, prefix, "3.11.7")
	h := newHost(t, Config{Path: filepath.Join(dir, "shims"), StateDir: filepath.Join(dir, "state")})
	env, err := h.Env(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	if got := env.Mounts.Tools[Python]; !slices.Equal(got, []string{resolved}) {
		t.Errorf("python is %v, want the real interpreter %s", got, resolved)
	}
	if !slices.ContainsFunc(env.Mounts.Binds, func(b sandbox.Bind) bool { return b.Target == prefix }) {
		t.Errorf("the interpreter's prefix is not mounted: %v", env.Mounts.Binds)
	}
	// What a shim answers may change without the shim, so it is asked again.
	other := tool(t, prefix, "bin/python3.12", "exit 0")
	python(t, filepath.Join(dir, "shims"), other, prefix, "3.12.1")
	h = newHost(t, Config{Path: filepath.Join(dir, "shims"), StateDir: filepath.Join(dir, "state")})
	if got := h.tool(Python).Path; got != other {
		t.Errorf("the second host has %s, want %s", got, other)
	}
}

func TestAnswersAreRemembered(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	bin := filepath.Join(dir, "gcc", "bin")
	asked := filepath.Join(dir, "asked")
	tool(t, bin, "gcc", "echo gcc 12.2.0; echo x >>"+asked)
	cfg := Config{Path: bin, StateDir: filepath.Join(dir, "state")}
	for range 3 {
		if got := newHost(t, cfg).tools[GCC].Version; got != "gcc 12.2.0" {
			t.Fatalf("version %q", got)
		}
	}
	if b, _ := os.ReadFile(asked); strings.Count(string(b), "x") != 1 {
		t.Errorf("asked %d times, want once", strings.Count(string(b), "x"))
	}
	tool(t, bin, "gcc", "echo gcc 13.1.0 # another one")
	if got := newHost(t, cfg).tools[GCC].Version; got != "gcc 13.1.0" {
		t.Errorf("after an update the version is still %q", got)
	}
}

func TestMissingAndBrokenTools(t *testing.T) {
	t.Parallel()
	bin := t.TempDir()
	tool(t, bin, "node", "echo segfault >&2; exit 139")
	tool(t, bin, "java", "echo this is not java")
	h := newHost(t, Config{Path: bin})
	all, err := h.Tools(t.Context())
	if err != nil || len(all) != len(ToolNames()) {
		t.Fatalf("%d tools, %v", len(all), err)
	}
	for _, got := range all {
		if got.Found() || got.Problem == "" || got.Remedy == "" {
			t.Errorf("%s: found %v, problem %q, remedy %q: want missing, why, and what to do", got.Name, got.Found(), got.Problem, got.Remedy)
		}
	}
	env, err := h.Env(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	x := &steelyard.Exec{Procs: []steelyard.Proc{{Argv: []string{"@rustc", "x"}}, {Argv: []string{"./x"}}, {Argv: []string{"@rustc"}}}}
	if got := env.Missing(x); !slices.Equal(got, []string{Rustc}) {
		t.Errorf("missing %v, want rustc", got)
	}
}

func TestNamedPython(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var input *steelyard.InputError
	if _, err := New(t.Context(), Config{Path: "/nowhere", Python: filepath.Join(dir, "none")}); !errors.As(err, &input) || input.Field != "--python" {
		t.Errorf("an interpreter that does not exist: %v", err)
	}
	// A folder is a virtual environment.
	venv := filepath.Join(dir, "venv")
	exe := filepath.Join(venv, "bin", "python")
	python(t, filepath.Join(dir, "tmp"), exe, venv, "3.11.7")
	if err := os.MkdirAll(filepath.Join(venv, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, "tmp", "python3"), exe); err != nil {
		t.Fatal(err)
	}
	h := newHost(t, Config{Path: "/nowhere", Python: venv})
	if got := h.tool(Python).Path; got != exe {
		t.Errorf("python is %s, want %s", got, exe)
	}
}

// TestTaskMayNotRunAnything: a task's interpreter is asked for its version
// outside a sandbox, so it must be one.
func TestTaskMayNotRunAnything(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	ran := filepath.Join(dir, "ran")
	evil := tool(t, dir, "evil", "touch "+ran)
	loose := tool(t, filepath.Join(dir, "loose"), "python3", "touch "+ran)
	if err := os.Chmod(loose, 0o777); err != nil {
		t.Fatal(err)
	}
	h := newHost(t, Config{Path: "/nowhere"})
	for _, name := range []string{evil, loose, "evil", "../evil", dir, filepath.Join(dir, "none")} {
		var input *steelyard.InputError
		if _, err := h.Env(t.Context(), name); !errors.As(err, &input) {
			t.Errorf("%s: %v, want an input error", name, err)
		}
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("it was run")
	}
}

func TestPrefixesThatShowTooMuch(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	home := filepath.Join(dir, "home", "me")
	for _, d := range []string{home, filepath.Join(home, "env"), filepath.Join(dir, "state", "deep")} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	h := &Host{cfg: Config{Home: home, StateDir: filepath.Join(dir, "state", "deep")}}
	for prefix, ok := range map[string]bool{
		"/": false, "/home": false, "/etc": false, home: false, filepath.Dir(home): false,
		filepath.Join(dir, "state"): false, filepath.Join(home, "env"): true, "/usr/local": true,
	} {
		if _, err := h.prefixes([]string{prefix}); (err == nil) != ok {
			t.Errorf("prefix %s: %v, want accepted %v", prefix, err, ok)
		}
	}
}

// TestKeyDigest: a step's key depends on the tools it uses and on no others.
func TestKeyDigest(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	key := func(argv0 string) steelyard.Digest {
		t.Helper()
		env, err := newHost(t, Config{Path: dir}).Env(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		d, err := env.KeyDigest(&steelyard.Exec{Procs: []steelyard.Proc{{Argv: []string{argv0}}}})
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	tool(t, dir, "gcc", "echo gcc 12")
	tool(t, dir, "g++", "echo g++ 12")
	gcc, none := key("@gcc"), key("./main")
	tool(t, dir, "g++", "echo g++ 13")
	if key("@gcc") != gcc || key("./main") != none {
		t.Error("another g++ changed the key of steps that do not use it")
	}
	tool(t, dir, "gcc", "echo gcc 13")
	if key("@gcc") == gcc {
		t.Error("another gcc did not change the key of a step that uses it")
	}
	if key("./main") != none {
		t.Error("another gcc changed the key of a step without tools")
	}
}

func TestEnvIsWhatProgramsNeed(t *testing.T) {
	t.Parallel()
	env, err := newHost(t, Config{Path: "/usr/bin"}).Env(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	m := env.Mounts
	for _, want := range []string{"HOME=/box/home", "LANG=C.UTF-8", "TZ=UTC", "PYTHONHASHSEED=0", "OMP_NUM_THREADS=1"} {
		if !slices.Contains(m.Env, want) {
			t.Errorf("%s is not set", want)
		}
	}
	if !slices.ContainsFunc(m.Binds, func(b sandbox.Bind) bool { return b.Source == "/usr" }) {
		t.Error("/usr is not mounted")
	}
	for _, b := range m.Binds {
		if b.Source == "/etc" || b.Source == "/" || strings.HasPrefix(b.Source, "/etc/ssh") || strings.HasPrefix(b.Source, "/etc/shadow") {
			t.Errorf("%s is mounted", b.Source)
		}
	}
	if len(m.Files["/etc/passwd"]) == 0 {
		t.Error("there is no /etc/passwd")
	}
}

func archive(t *testing.T, files map[string]string, links map[string]string) []byte {
	t.Helper()
	var buf bytes.Buffer
	z := gzip.NewWriter(&buf)
	w := tar.NewWriter(z)
	for name, content := range files {
		if err := w.WriteHeader(&tar.Header{Name: name, Typeflag: tar.TypeReg, Mode: 0o644, Size: int64(len(content))}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range links {
		if err := w.WriteHeader(&tar.Header{Name: name, Typeflag: tar.TypeSymlink, Linkname: target}); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), z.Close()); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func TestPrepare(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	bin, state := filepath.Join(dir, "bin"), filepath.Join(dir, "state")
	tool(t, bin, "go", `printf '/opt/go\ngo1.99\n'`)
	product := archive(t, map[string]string{"00/obj": "cached"}, map[string]string{"evil": "/etc/passwd"})
	b := mem.New(func(_ context.Context, _ *sandbox.Mounts, x *steelyard.Exec) steelyard.Observation {
		return steelyard.Observation{Outcome: steelyard.Outcome{Procs: []steelyard.ProcOutcome{{
			Role: x.Procs[0].Role, End: steelyard.EndExited, Files: map[string]steelyard.Blob{"product.tgz": steelyard.Bytes(product)},
		}}}}
	})
	x := &steelyard.Exec{Procs: []steelyard.Proc{{Argv: []string{"@go", "build"}}}}
	h := newHost(t, Config{Path: bin, StateDir: state})
	before, err := h.Env(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for range 3 {
		h.Prepare(t.Context(), b, x, func(s string) { said = append(said, s) })
	}
	h.Prepare(t.Context(), b, &steelyard.Exec{Procs: []steelyard.Proc{{Argv: []string{"@python"}}}}, nil)
	if n := b.Counts().Runs; n != 1 || len(said) != 1 {
		t.Errorf("%d set-up steps, told of %d, want one", n, len(said))
	}
	after, err := h.Env(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	const cache = "/opt/steelyard/go"
	i := slices.IndexFunc(after.Mounts.Binds, func(b sandbox.Bind) bool { return b.Target == cache })
	if i < 0 || !slices.Contains(after.Mounts.Env, "GOCACHE="+cache) {
		t.Fatalf("the product is not shown: %v", after.Mounts.Binds)
	}
	if b, err := os.ReadFile(filepath.Join(after.Mounts.Binds[i].Source, "00", "obj")); err != nil || string(b) != "cached" {
		t.Errorf("the product holds %q, %v", b, err)
	}
	if _, err := os.Lstat(filepath.Join(after.Mounts.Binds[i].Source, "evil")); err == nil {
		t.Error("a link of the product was made")
	}
	if before.Mounts.Digest == after.Mounts.Digest {
		t.Error("sandboxes without the product would be reused")
	}
	kb, err := before.KeyDigest(x)
	if err != nil {
		t.Fatal(err)
	}
	if ka, err := after.KeyDigest(x); err != nil || ka != kb {
		t.Errorf("the product changed the step's key: %v", err)
	}
	// The next process has it from the start.
	h = newHost(t, Config{Path: bin, StateDir: state})
	h.Prepare(t.Context(), b, x, nil)
	if n := b.Counts().Runs; n != 1 {
		t.Errorf("the second process made the set-up step again")
	}
}

func TestPrepareFailureCostsSpeedOnly(t *testing.T) {
	t.Parallel()
	bin := filepath.Join(t.TempDir(), "bin")
	tool(t, bin, "go", `printf '/opt/go\ngo1.99\n'`)
	b := mem.New(func(_ context.Context, _ *sandbox.Mounts, x *steelyard.Exec) steelyard.Observation {
		return steelyard.Observation{Outcome: steelyard.Outcome{Procs: []steelyard.ProcOutcome{{Role: x.Procs[0].Role, End: steelyard.EndExited, Code: 1}}}}
	})
	h := newHost(t, Config{Path: bin, StateDir: t.TempDir()})
	x := &steelyard.Exec{Procs: []steelyard.Proc{{Argv: []string{"@go", "build"}}}}
	for range 2 {
		h.Prepare(t.Context(), b, x, nil)
	}
	if n := b.Counts().Runs; n != 1 {
		t.Errorf("%d attempts, want one", n)
	}
	if _, err := h.Env(t.Context(), ""); err != nil {
		t.Error(err)
	}
}

func TestUnpackStaysInside(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"../out", "/abs/out", "a/../../out"} {
		dir := filepath.Join(t.TempDir(), "in", "product")
		err := unpack(archive(t, map[string]string{name: "x"}, nil), dir)
		found, _ := filepath.Glob(filepath.Join(filepath.Dir(filepath.Dir(dir)), "*", "out"))
		found2, _ := filepath.Glob(filepath.Join(filepath.Dir(dir), "out"))
		if len(found)+len(found2) > 0 || err == nil && name == "../out" {
			t.Errorf("%s: written outside: %v %v, error %v", name, found, found2, err)
		}
	}
	if err := unpack([]byte("not an archive"), filepath.Join(t.TempDir(), "x", "y")); err == nil {
		t.Error("garbage was unpacked")
	}
}
