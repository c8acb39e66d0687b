package guest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// compiler is the C compiler the committed guest binaries were built with: a
// Python package, so that any machine with pip can have the very same one.
const compiler = "ziglang==0.13.0"

// TestBinariesReproduce builds the guest binaries from source and compares them
// byte for byte with the committed ones.
func TestBinariesReproduce(t *testing.T) {
	t.Parallel()
	cache, err := filepath.Abs(filepath.Join("..", "..", ".cache", "zig-0.13.0"))
	if err != nil {
		t.Fatal(err)
	}
	python := filepath.Join(cache, "bin", "python")
	if exec.Command(python, "-m", "ziglang", "version").Run() != nil {
		run(t, "python3", "-m", "venv", "--clear", cache)
		run(t, python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", compiler)
	}
	out := t.TempDir()
	run(t, "init/build.sh", python, out)
	want, err := filepath.Glob("bin/*")
	if err != nil || len(want) != 4 {
		t.Fatalf("bin holds %v (%v), want an init and a fork for two architectures", want, err)
	}
	for _, path := range want {
		a, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(out, filepath.Base(path)))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a, b) {
			t.Errorf("%s: %d committed bytes differ from the %d built; run internal/guest/init/build.sh and commit the result", path, len(a), len(b))
		}
	}
}

func run(t *testing.T, name string, args ...string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "ZIG_GLOBAL_CACHE_DIR="+filepath.Join(t.TempDir(), "zig"), "SOURCE_DATE_EPOCH=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
}
