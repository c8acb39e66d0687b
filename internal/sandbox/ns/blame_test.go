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
