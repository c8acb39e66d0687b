package function

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"steelyard"
	"steelyard/internal/compare"
	"steelyard/internal/grade"
	"steelyard/internal/guest"
)

// host imitates a sandbox with plain processes: pipes on 0, 1, 2 and 3, links,
// files and a wall limit, and none of the isolation.
type host struct {
	guest string
	// layers are frozen working folders by step.
	layers map[string]string
	// root holds the working folders.
	root string
}

func newHost(t testing.TB) *host {
	t.Helper()
	h := &host{guest: t.TempDir(), root: t.TempDir(), layers: map[string]string{}}
	if err := guest.Materialize(h.guest); err != nil {
		t.Fatal(err)
	}
	return h
}

func readInline(b steelyard.Blob) ([]byte, error) {
	if !b.Held() {
		return nil, errors.New("content is not at hand")
	}
	return b.Inline, nil
}

// do carries out an Exec.
func (h *host) do(t testing.TB, step string, x *steelyard.Exec) steelyard.Observation {
	t.Helper()
	o := steelyard.Observation{Step: step, Outcome: steelyard.Outcome{Procs: make([]steelyard.ProcOutcome, len(x.Procs))}}
	stdin := make([]io.Reader, len(x.Procs))
	stdout := make([]*os.File, len(x.Procs))
	var mine []*os.File
	role := func(name string) int {
		for i := range x.Procs {
			if x.Procs[i].Role == name {
				return i
			}
		}
		t.Fatalf("no process with role %q", name)
		return -1
	}
	for _, l := range x.Links {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		mine = append(mine, r, w)
		stdin[role(l.To)], stdout[role(l.From)] = r, w
	}
	var wait sync.WaitGroup
	var started []func()
	for i := range x.Procs {
		if stdin[i] == nil {
			stdin[i] = bytes.NewReader(x.Procs[i].Stdin.Inline)
		}
		dir, err := os.MkdirTemp(h.root, "work-")
		if err != nil {
			t.Fatal(err)
		}
		if x.BaseStep != "" {
			if err := os.CopyFS(dir, os.DirFS(h.layers[x.BaseStep])); err != nil {
				t.Fatal(err)
			}
		}
		if x.Freeze && i == 0 {
			h.layers[step] = dir
		} else {
			defer os.RemoveAll(dir)
		}
		run := h.start(t, &x.Procs[i], dir, stdin[i], stdout[i], &o.Outcome.Procs[i])
		started = append(started, run)
	}
	for _, f := range mine {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
	for _, run := range started {
		wait.Go(run)
	}
	wait.Wait()
	return o
}

// start starts a process and returns what waits for it.
func (h *host) start(t testing.TB, p *steelyard.Proc, dir string, stdin io.Reader, stdout *os.File, out *steelyard.ProcOutcome) func() {
	t.Helper()
	out.Role = p.Role
	for name, b := range p.Files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		mode := os.FileMode(0o644)
		if slices.Contains(p.Executable, name) {
			mode = 0o755
		}
		if err := os.WriteFile(path, b.Inline, mode); err != nil {
			t.Fatal(err)
		}
	}
	argv := append([]string{}, p.Argv...)
	if tool, ok := strings.CutPrefix(argv[0], "@"); ok {
		argv[0] = realTool(tool)
	}
	env := []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "TMPDIR=" + dir, "GOCACHE=" + h.goCache()}
	for _, e := range p.Env {
		env = append(env, strings.ReplaceAll(e, steelyard.WorkDir, dir))
	}
	for i := range argv {
		argv[i] = strings.ReplaceAll(argv[i], steelyard.WorkDir, dir)
		if rest, ok := strings.CutPrefix(argv[i], steelyard.GuestDir+"/"); ok {
			argv[i] = filepath.Join(h.guest, rest)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), p.Limits.Wall.Std())
	// The stack limit follows the memory limit, as in a sandbox.
	stack := "unlimited"
	if m := p.Limits.Memory; m > 0 {
		stack = strconv.FormatInt(int64(m/steelyard.KiB), 10)
	}
	cmd := exec.CommandContext(ctx, "sh", append([]string{"-c", `ulimit -s "$0"; exec "$@"`, stack}, argv...)...)
	cmd.Dir = dir
	cmd.Env = env
	cmd.Stdin = stdin
	var stdoutBuf, stderrBuf, resultBuf bytes.Buffer
	cmd.Stdout = &stdoutBuf
	if stdout != nil {
		cmd.Stdout = stdout
	}
	cmd.Stderr = &stderrBuf
	cmd.WaitDelay = time.Second
	var result *os.File
	if p.Result {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		result = r
		cmd.ExtraFiles = []*os.File{w}
		defer w.Close()
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return func() {
		defer cancel()
		if result != nil {
			_, _ = io.Copy(&resultBuf, result)
			_ = result.Close()
		}
		err := cmd.Wait()
		status, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
		switch {
		case ctx.Err() != nil:
			out.End, out.Limit = steelyard.EndTimeout, "wall"
		case status.Signaled():
			out.End, out.Signal = steelyard.EndSignalled, int(status.Signal())
		case err == nil || cmd.ProcessState != nil:
			out.End, out.Code = steelyard.EndExited, cmd.ProcessState.ExitCode()
		}
		out.Stdout, out.Stderr = steelyard.Bytes(stdoutBuf.Bytes()), steelyard.Bytes(stderrBuf.Bytes())
		out.Result = steelyard.Bytes(resultBuf.Bytes())
		for _, path := range p.Collect {
			if strings.HasSuffix(path, "/") {
				collectDir(out, dir, path)
				continue
			}
			if b, err := os.ReadFile(filepath.Join(dir, path)); err == nil {
				if out.Files == nil {
					out.Files = map[string]steelyard.Blob{}
				}
				out.Files[path] = steelyard.Bytes(b)
			}
		}
	}
}

// collectDir collects the regular files below a folder.
func collectDir(out *steelyard.ProcOutcome, dir, path string) {
	_ = filepath.WalkDir(filepath.Join(dir, path), func(file string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		if out.Files == nil {
			out.Files = map[string]steelyard.Blob{}
		}
		out.Files[name] = steelyard.Bytes(b)
		return nil
	})
}

// realTool returns the command of a tool. Rust's is looked up below its tool
// chains, since the command on the path may be a chooser that has no default.
func realTool(name string) string {
	if name == "rustc" {
		home, _ := os.UserHomeDir()
		if found, _ := filepath.Glob(filepath.Join(home, ".rustup", "toolchains", "*", "bin", "rustc")); len(found) > 0 {
			return found[0]
		}
		for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
			if path := filepath.Join(dir, name); exec.Command(path, "--version").Run() == nil {
				return path
			}
		}
	}
	return name
}

// goCache is the build cache of the machine, so that tests do not compile the
// standard library.
func (h *host) goCache() string {
	if dir := os.Getenv("GOCACHE"); dir != "" {
		return dir
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return filepath.Join(h.root, "gocache")
	}
	return filepath.Join(dir, "go-build")
}

// weigh runs a rollout through a language as an engine would.
func (h *host) weigh(t testing.TB, l language, in grade.Input) steelyard.Verdict {
	t.Helper()
	in.Read = readInline
	var seen []steelyard.Observation
	for range 10 {
		steps, err := l.next(in, seen)
		if err != nil {
			t.Fatalf("next: %v", err)
		}
		if len(steps) == 0 {
			break
		}
		for _, s := range steps {
			seen = append(seen, h.do(t, s.Name, s.Exec))
		}
	}
	v, err := l.verdict(in, seen)
	if err != nil {
		t.Fatalf("verdict: %v", err)
	}
	return v
}

// weighOrBroken is weigh for tasks that may be broken: next refuses them, and
// the verdict says why.
func (h *host) weighOrBroken(t testing.TB, l language, in grade.Input) steelyard.Verdict {
	t.Helper()
	if _, err := l.inspect(in.Task); err == nil {
		return h.weigh(t, l, in)
	}
	in.Read = readInline
	v, err := l.verdict(in, nil)
	if err != nil {
		t.Fatalf("verdict: %v", err)
	}
	return v
}

// jsNothing is the value of a call that returned nothing.
func jsNothing() compare.Value { return compare.Undefined() }
