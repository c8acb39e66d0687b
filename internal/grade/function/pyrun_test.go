package function

import (
	"os"
	"os/exec"
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

func newPyHost(tb testing.TB) *pyHost {
	tb.Helper()
	return &pyHost{host: newHost(tb), python: realPython(tb)}
}

func realPython(tb testing.TB) string {
	tb.Helper()
	for _, path := range []string{os.Getenv("STEELYARD_PYTHON"), "/usr/bin/python3", "python3"} {
		if path == "" {
			continue
		}
		if found, err := exec.LookPath(path); err == nil {
			return found
		}
	}
	tb.Fatal("no python3: install it, or name one in STEELYARD_PYTHON")
	return ""
}

// weigh runs a rollout through a language as an engine would.
func (h *pyHost) weigh(tb testing.TB, l language, in grade.Input) steelyard.Verdict {
	tb.Helper()
	v, _ := h.weighSeen(tb, l, in)
	return v
}

func (h *pyHost) weighSeen(tb testing.TB, l language, in grade.Input) (steelyard.Verdict, []steelyard.Observation) {
	tb.Helper()
	in.Read = readInline
	steps, err := l.next(in, nil)
	if err != nil {
		tb.Fatalf("next: %v", err)
	}
	var seen []steelyard.Observation
	for _, s := range steps {
		for i := range s.Exec.Procs {
			p := &s.Exec.Procs[i]
			if p.Argv[0] != "@python" {
				tb.Fatalf("argv[0] is %q", p.Argv[0])
			}
			p.Argv = append([]string{h.python}, p.Argv[1:]...)
		}
		seen = append(seen, h.do(tb, s.Name, s.Exec))
	}
	v, err := l.verdict(in, seen)
	if err != nil {
		tb.Fatalf("verdict: %v", err)
	}
	return v, seen
}
