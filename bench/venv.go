package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// venv returns a virtual environment of the interpreter that holds exactly the
// given pinned packages, made when it is not there yet.
func (b *bench) venv(ctx context.Context, name string, packages ...string) (string, error) {
	dir := filepath.Join(b.cache, name)
	stamp := filepath.Join(dir, "complete")
	want := b.python + " " + strings.Join(packages, " ")
	have, err := os.ReadFile(stamp)
	if err == nil && string(have) == want {
		return dir, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if err := os.RemoveAll(dir); err != nil {
		return "", err
	}
	fmt.Fprintf(os.Stderr, "  making %s with %s\n", name, strings.Join(packages, " "))
	if out, err := exec.CommandContext(ctx, b.python, "-m", "venv", dir).CombinedOutput(); err != nil {
		return "", fmt.Errorf("make virtual environment %s: %w: %s", name, err, out)
	}
	args := append([]string{"install", "--quiet", "--disable-pip-version-check", "--no-input"}, packages...)
	if out, err := exec.CommandContext(ctx, filepath.Join(dir, "bin/pip"), args...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("install %s: %w: %s", strings.Join(packages, " "), err, out)
	}
	return dir, os.WriteFile(stamp, []byte(want), 0o644)
}
