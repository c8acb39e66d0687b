package ns

import (
	"bytes"
	"context"
	"os/exec"
	"testing"
	"time"

	"steelyard"
)

func truth() *steelyard.Exec {
	return &steelyard.Exec{Procs: []steelyard.Proc{{
		Role: steelyard.ProcCandidate, Argv: []string{"/usr/bin/true"}, Limits: steelyard.Limits{Wall: steelyard.Duration(5 * time.Second)},
	}}}
}

// BenchmarkTrue is a closed loop of the smallest program, everything on.
func BenchmarkTrue(b *testing.B) {
	s := open(b)
	x := truth()
	for b.Loop() {
		o := s.Do(context.Background(), x)
		if o.Outcome.Infra != nil {
			b.Fatal(o.Outcome.Infra.Cause)
		}
		if err := s.Reset(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkBareTrue is its reference: os/exec with buffers.
func BenchmarkBareTrue(b *testing.B) {
	for b.Loop() {
		cmd := exec.Command("/usr/bin/true")
		var out, errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errs
		if err := cmd.Run(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkWarm is a closed loop of forks of a warm interpreter that do nothing.
func BenchmarkWarm(b *testing.B) {
	s := open(b)
	x := warmProbe(b, s, "def main(argv):\n    pass\n")
	for b.Loop() {
		o := s.Do(context.Background(), x)
		if o.Outcome.Infra != nil {
			b.Fatal(o.Outcome.Infra.Cause)
		}
		if err := s.Reset(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
}
