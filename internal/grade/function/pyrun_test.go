package function

import (
	"os"
	"os/exec"
	"syscall"
	"testing"

	"steelyard"
	"steelyard/internal/grade"
)

// pyHost is the host with a real Python interpreter, never a version manager's
// shim.
type pyHost struct {
	*host
	python string
}

func newPyHost(t testing.TB) *pyHost {
	t.Helper()
	return &pyHost{host: newHost(t), python: realPython(t)}
}

func realPython(t testing.TB) string {
	t.Helper()
	for _, path := range []string{os.Getenv("STEELYARD_PYTHON"), "/usr/bin/python3", "python3"} {
		if path == "" {
			continue
		}
		if found, err := exec.LookPath(path); err == nil {
			return found
		}
	}
	t.Fatal("no python3: install it, or name one in STEELYARD_PYTHON")
	return ""
}

// weigh runs a rollout through a language as an engine would.
func (h *pyHost) weigh(t testing.TB, l language, in grade.Input) steelyard.Verdict {
	t.Helper()
	v, _ := h.weighSeen(t, l, in)
	return v
}

func (h *pyHost) weighSeen(t testing.TB, l language, in grade.Input) (steelyard.Verdict, []steelyard.Observation) {
	t.Helper()
	in.Read = readInline
	steps, err := l.next(in, nil)
	if err != nil {
		t.Fatalf("next: %v", err)
	}
	var seen []steelyard.Observation
	for _, s := range steps {
		for i := range s.Exec.Procs {
			p := &s.Exec.Procs[i]
			if p.Argv[0] != "@python" {
				t.Fatalf("argv[0] is %q", p.Argv[0])
			}
			p.Argv = append([]string{h.python}, p.Argv[1:]...)
		}
		seen = append(seen, h.do(t, s.Name, s.Exec))
	}
	v, err := l.verdict(in, seen)
	if err != nil {
		t.Fatalf("verdict: %v", err)
	}
	return v, seen
}

// childCPU is the CPU time of all ended children, in milliseconds.
func childCPU() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u); err != nil {
		return 0
	}
	return float64(u.Utime.Sec+u.Stime.Sec)*1e3 + float64(u.Utime.Usec+u.Stime.Usec)/1e3
}
