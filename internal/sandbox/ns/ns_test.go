package ns

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"steelyard"
	"steelyard/internal/sandbox"
)

// hostMounts shows enough of the host for the system's own Python and C.
func hostMounts() *sandbox.Mounts {
	m := &sandbox.Mounts{
		Symlinks: map[string]string{},
		Files: map[string][]byte{
			"/etc/passwd": []byte("root:x:0:0:root:/:/bin/sh\nbox:x:1000:1000:box:/box/home:/bin/sh\n"),
			"/etc/group":  []byte("root:x:0:\nbox:x:1000:\n"),
		},
		Env:   []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=/box/home", "TMPDIR=/tmp", "LANG=C.UTF-8"},
		Tools: map[string][]string{"python": {"/usr/bin/python3.11"}},
	}
	m.Binds = append(m.Binds, sandbox.Bind{Source: "/usr", Target: "/usr"})
	for _, dir := range []string{"/bin", "/lib", "/lib64", "/sbin"} {
		if to, err := os.Readlink(dir); err == nil {
			m.Symlinks[dir] = to
		}
	}
	return m
}

func open(t testing.TB) *Slot {
	t.Helper()
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	// TempDir's parents are private to the user; the slot needs none of them.
	b, err := New(Config{StateDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	s, err := b.Open(context.Background(), hostMounts())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s.(*Slot)
}

func sh(script string) *steelyard.Exec {
	return &steelyard.Exec{Procs: []steelyard.Proc{{
		Role: steelyard.ProcCandidate, Argv: []string{"/bin/sh", "-c", script},
		Limits: steelyard.Limits{Wall: steelyard.Duration(5 * time.Second)},
	}}}
}

func TestHello(t *testing.T) {
	s := open(t)
	x := sh("cat; echo hi; id; ls -la / /box /tmp /proc | head -60; cat a/b; touch out; mkdir d; echo x > d/f; ln -s /etc/passwd l")
	x.Procs[0].Stdin = steelyard.Text("input\n")
	x.Procs[0].Files = map[string]steelyard.Blob{"a/b": steelyard.Text("file\n")}
	x.Procs[0].Collect = []string{"out", "d/", "l", "nope"}
	o := s.Do(context.Background(), x)
	t.Logf("%+v", o)
	if o.Outcome.Infra != nil {
		t.Fatal(o.Outcome.Infra.Cause)
	}
	p := o.Outcome.Procs[0]
	t.Log(p.Stdout.String(), p.Stderr.String())
	if !strings.HasPrefix(p.Stdout.String(), "input\nhi\nuid=1000") || p.End != steelyard.EndExited {
		t.Fatal("unexpected")
	}
	if err := s.Reset(context.Background()); err != nil {
		t.Fatal(err)
	}
	_ = filepath.Join
}

func TestWarm(t *testing.T) {
	s := open(t)
	dir := s.b.cfg.GuestDir
	if err := os.WriteFile(filepath.Join(dir, "py", "probe.py"), []byte("import os,sys\ndef main(argv):\n    print(argv, os.getpid(), os.getuid(), os.getcwd(), os.listdir('/proc/self/fd'), sys.stdin.read())\n    os.write(3, b'res')\n    sys.exit(7)\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	x := &steelyard.Exec{Procs: []steelyard.Proc{{
		Role: steelyard.ProcCandidate, Argv: []string{"@python", "-I", "-B", "/steelyard/py/probe.py", "rows"}, Result: true, Stdin: steelyard.Text("order"),
		Warm: &steelyard.Warm{Driver: "probe"}, Limits: steelyard.Limits{Wall: steelyard.Duration(5 * time.Second)},
	}}}
	for range 3 {
		o := s.Do(context.Background(), x)
		if o.Outcome.Infra != nil {
			t.Fatal(o.Outcome.Infra.Cause)
		}
		p := o.Outcome.Procs[0]
		t.Logf("%+v %s %s %s", o, p.Stdout, p.Stderr, p.Result)
		if err := s.Reset(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
}

func warmProbe(t testing.TB, s *Slot, source string) *steelyard.Exec {
	t.Helper()
	if err := os.WriteFile(filepath.Join(s.b.cfg.GuestDir, "py", "probe.py"), []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	return &steelyard.Exec{Procs: []steelyard.Proc{{
		Role: steelyard.ProcCandidate, Argv: []string{"@python", "-I", "-B", "/steelyard/py/probe.py", "rows"}, Result: true, Stdin: steelyard.Text("order"),
		Warm: &steelyard.Warm{Driver: "probe"}, Limits: steelyard.Limits{Wall: steelyard.Duration(5 * time.Second)},
	}}}
}
