package ns

import (
	"context"
	"testing"
	"time"

	"steelyard"
	"steelyard/internal/sandbox/sandboxtest"
)

// warmRun runs Python source as the candidate in a fork of a warm interpreter.
func warmRun(t *testing.T, s *Slot, source string, wall time.Duration) steelyard.Observation {
	t.Helper()
	x := warmProbe(t, s, "import sys\ndef main(argv):\n    exec(sys.stdin.read(), {})\n")
	x.Procs[0].Stdin = steelyard.Text(source)
	x.Procs[0].Limits.Wall = steelyard.Duration(wall)
	begin := time.Now()
	o := s.Do(context.Background(), x)
	if d := time.Since(begin); d > wall+5*time.Second {
		t.Errorf("a run with a limit of %v took %v", wall, d)
	}
	if o.Outcome.Infra != nil {
		t.Fatalf("the candidate made its failure ours: %s", o.Outcome.Infra.Cause)
	}
	if !o.Measure.Warm {
		t.Fatal("not warm")
	}
	return o
}

// What a warm child leaves behind is the cell's to end, whoever reaps the child.
func TestWarmLeftovers(t *testing.T) {
	s := open(t)
	const clone = "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\nr = libc.syscall(56, 0x8000 | 17, 0, 0, 0, 0)\nif r == 0: libc._exit(0)\n"
	for name, c := range map[string]struct {
		source string
		end    steelyard.End
	}{
		"child and spin":         {"import os, time\nif os.fork() == 0: time.sleep(1000)\nwhile 1: pass\n", steelyard.EndTimeout},
		"child and return":       {"import os, time\nif os.fork() == 0: time.sleep(1000)\n", steelyard.EndExited},
		"grandchildren":          {"import os, time\nfor i in range(5):\n  if os.fork() == 0:\n    os.setsid()\n    if os.fork(): os._exit(0)\n    time.sleep(1000)\nwhile 1: pass\n", steelyard.EndTimeout},
		"sibling and spin":       {clone + "while 1: pass\n", steelyard.EndTimeout},
		"sibling and return":     {clone, steelyard.EndExited},
		"sibling that stays":     {clone + "if r == 0:\n  while 1: pass\n", steelyard.EndExited},
		"killed from the inside": {"import os\nos.kill(os.getpid(), 9)\n", steelyard.EndSignalled},
	} {
		t.Run(name, func(t *testing.T) {
			o := warmRun(t, s, c.source, time.Second)
			if p := o.Outcome.Procs[0]; p.End != c.end {
				t.Errorf("ended as %s, want %s", p.End, c.end)
			}
			if err := s.Reset(context.Background()); err != nil {
				t.Fatal(err)
			}
			if why := sandboxtest.Probe(s); why != "" {
				t.Fatal(why)
			}
		})
	}
}

// Memory that no process has mapped is still the candidate's, whichever process
// the kernel ends for it.
func TestMemoryOfNobody(t *testing.T) {
	for name, source := range map[string]string{
		"memfd":            "import os\nfds = []\nwhile 1:\n  f = os.memfd_create('x')\n  fds.append(f)\n  for i in range(256): os.write(f, b'x' * 65536)\n",
		"shared memory":    "i = 0\nwhile 1:\n  open('/dev/shm/%d' % i, 'wb').write(b'x' * (1 << 20))\n  i += 1\n",
		"memfd and output": "import os\nfor i in range(200): os.write(1, b'x' * 65536)\nfds = []\nwhile 1:\n  f = os.memfd_create('x')\n  fds.append(f)\n  for i in range(256): os.write(f, b'x' * 65536)\n",
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			if s.groups == nil {
				t.Fatal("this host cannot limit memory; run as root")
			}
			x := sandboxtest.Python(source)
			x.Procs[0].Limits = steelyard.Limits{Memory: 64 * steelyard.MiB, Wall: steelyard.Duration(20 * time.Second)}
			for range 2 {
				o := s.Do(context.Background(), x)
				if o.Outcome.Infra != nil {
					t.Fatalf("the candidate made its failure ours: %s", o.Outcome.Infra.Cause)
				}
				if p := o.Outcome.Procs[0]; p.End != steelyard.EndOOM {
					t.Fatalf("ended as %s by %s (%s), want oom", p.End, p.Limit, p.Note)
				}
				if s.dead != nil {
					break
				}
			}
		})
	}
}

// CPU time counts whoever reaps, or does not reap, the process that used it.
func TestHiddenCPU(t *testing.T) {
	s := open(t)
	if s.groups == nil {
		t.Fatal("this host has no control groups; run as root")
	}
	burn := "import os, time\ndef burn(sec):\n  end = time.process_time() + sec\n  while time.process_time() < end: pass\n"
	for name, source := range map[string]string{
		"children that are waited for": burn + "for i in range(6):\n  if os.fork() == 0:\n    burn(.4)\n    os._exit(0)\n  os.wait()\n",
		"children that nobody reaps":   burn + "import signal\nsignal.signal(signal.SIGCHLD, signal.SIG_IGN)\nfor i in range(6):\n  if os.fork() == 0:\n    burn(.4)\n    os._exit(0)\ntime.sleep(5)\n",
	} {
		x := sandboxtest.Python(source)
		x.Procs[0].Limits = steelyard.Limits{CPU: steelyard.Duration(time.Second), Wall: steelyard.Duration(60 * time.Second)}
		o := s.Do(context.Background(), x)
		if o.Outcome.Infra != nil {
			t.Fatal(o.Outcome.Infra.Cause)
		}
		if p := o.Outcome.Procs[0]; p.End != steelyard.EndTimeout || p.Limit != "cpu" || o.Measure.CPU.Std() < 700*time.Millisecond {
			t.Errorf("%s: ended as %s by %q after %v of CPU, want the CPU limit of 1 s", name, p.End, p.Limit, o.Measure.CPU)
		}
	}
}

// A run leaves no port, no charge and no kill for the next one to answer for.
func TestNothingIsInherited(t *testing.T) {
	s := open(t)
	if s.groups == nil {
		t.Fatal("this host has no control groups; run as root")
	}
	do := func(source string, l steelyard.Limits) steelyard.ProcOutcome {
		t.Helper()
		x := sandboxtest.Python(source)
		if l.Wall == 0 {
			l.Wall = steelyard.Duration(20 * time.Second)
		}
		x.Procs[0].Limits = l
		o := s.Do(context.Background(), x)
		if o.Outcome.Infra != nil {
			t.Fatal(o.Outcome.Infra.Cause)
		}
		return o.Outcome.Procs[0]
	}
	serve := "import socket\na = socket.socket()\na.bind(('127.0.0.1', 8080))\na.listen()\nb = socket.create_connection(('127.0.0.1', 8080))\nc = a.accept()[0]\nc.close()\nb.recv(1)\nb.close()\nprint('ok')\n"
	for i := range 2 {
		if p := do(serve, steelyard.Limits{}); p.Stdout.String() != "ok\n" {
			t.Errorf("server %d: %s%s", i, p.Stdout, p.Stderr)
		}
	}
	limit := steelyard.Limits{Memory: 64 * steelyard.MiB}
	eat := "import os\ntry:\n  x = bytearray(200 << 20)\n  print('too much')\nexcept MemoryError: pass\n"
	drop := "import os, glob\nfor f in glob.glob('/usr/lib/x86_64-linux-gnu/*.so*') + glob.glob('/usr/lib/gcc/*/*/*') + glob.glob('/usr/bin/*'):\n  try:\n    fd = os.open(f, os.O_RDONLY)\n    os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED)\n    while os.read(fd, 1 << 20): pass\n    os.close(fd)\n  except OSError: pass\n"
	for range 3 {
		do(drop, limit)
	}
	if p := do(eat, limit); p.End != steelyard.EndOOM {
		t.Errorf("after runs that read files, 200 MiB under a limit of 64 ended as %s: %s", p.End, p.Stdout)
	}
	small := "import os\nif os.fork() == 0:\n  x = bytearray(6 << 30)\nos.wait()\n"
	do(small, steelyard.Limits{})
	if p := do("import sys\nsys.exit(1)\n", steelyard.Limits{}); p.End != steelyard.EndExited || p.Code != 1 {
		t.Errorf("an honest exit 1 after another run's kill is %s by %s", p.End, p.Limit)
	}
}
