// Package guest holds the programs of ours that run inside sandboxes: the init
// that starts and ends every process, the drivers that call a candidate's
// functions, and the warm interpreters. They are embedded in the engine's
// binary and mounted read-only at /steelyard.
//
// Its entry point is Materialize. The package starts nothing and knows nothing
// of tasks; what a driver reads and writes is documented at the head of each.
package guest

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"steelyard"
)

//go:embed py js
var files embed.FS

// Version names the guest programs together: a digest over every embedded
// driver. It is part of every step key.
func Version() string { return version() }

var version = sync.OnceValue(func() string {
	sums := map[string]steelyard.Digest{}
	for _, name := range names() {
		b, err := files.ReadFile(name)
		if err != nil {
			panic("guest: embedded file unreadable: " + err.Error())
		}
		sums[name] = steelyard.DigestOf(b)
	}
	d, err := steelyard.DigestJSON(sums)
	if err != nil {
		panic("guest: " + err.Error())
	}
	return "guest@" + d.Short()
})

func names() []string {
	var out []string
	err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !d.IsDir() {
			out = append(out, path)
		}
		return nil
	})
	if err != nil {
		panic("guest: " + err.Error())
	}
	return out
}

// Materialize writes the guest programs below dir, which is then mounted at
// steelyard.GuestDir: py/driver.py becomes /steelyard/py/driver.py. It is safe
// to call again and from several processes at once.
func Materialize(dir string) error {
	fork, err := inits.ReadFile("bin/fork-linux-" + runtime.GOARCH + ".so")
	if err != nil {
		return fmt.Errorf("guest: no warm fork for %s: %w", runtime.GOARCH, err)
	}
	for _, name := range append(names(), "bin/fork.so") {
		b := fork
		if name != "bin/fork.so" {
			if b, err = files.ReadFile(name); err != nil {
				return fmt.Errorf("guest %s: %w", name, err)
			}
		}
		path := filepath.Join(dir, name)
		if have, err := os.ReadFile(path); err == nil && string(have) == string(b) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return fmt.Errorf("guest %s: %w", name, err)
		}
		tmp, err := os.CreateTemp(filepath.Dir(path), ".new-*")
		if err != nil {
			return fmt.Errorf("guest %s: %w", name, err)
		}
		_, err = tmp.Write(b)
		if err == nil {
			err = tmp.Chmod(0o644)
		}
		if cerr := tmp.Close(); err == nil {
			err = cerr
		}
		if err == nil {
			err = os.Rename(tmp.Name(), path)
		}
		if err != nil {
			return fmt.Errorf("guest %s: %w", name, err)
		}
	}
	return nil
}

//go:embed bin
var inits embed.FS

// Init returns the slot init for this machine's architecture: a static
// executable built from init/ by init/build.sh, which a test repeats byte for
// byte.
func Init() ([]byte, error) {
	b, err := inits.ReadFile("bin/init-linux-" + runtime.GOARCH)
	if err != nil {
		return nil, fmt.Errorf("guest: no slot init for %s: %w", runtime.GOARCH, err)
	}
	return b, nil
}
