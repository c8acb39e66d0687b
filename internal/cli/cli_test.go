package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"steelyard"
	"steelyard/internal/score"
)

func TestExitCode(t *testing.T) {
	t.Parallel()
	input := &steelyard.InputError{Problem: "x"}
	for _, c := range []struct {
		err  error
		code int
	}{
		{nil, exitOK},
		{input, exitInput},
		{fmt.Errorf("open: %w", input), exitInput},
		{&gateError{"x"}, exitGate},
		{&partialError{"x"}, exitPartial},
		{errors.Join(&partialError{"x"}, errors.New("close failed")), exitPartial},
		{&stoppedError{errors.New("x")}, exitStopped},
		// The disk that fills in mid-run is no fault of the input.
		{&stoppedError{input}, exitStopped},
		{errInterrupted, exitInterrupted},
		{context.Canceled, exitInterrupted},
		{errors.New("what nobody thought of"), exitStopped},
	} {
		if got := exitCode(c.err); got != c.code {
			t.Errorf("%v: exit code %d, want %d", c.err, got, c.code)
		}
	}
}

func TestProgressLine(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		counts   score.Counts
		total    int
		estimate bool
		want     string
	}{
		{"nothing is known", score.Counts{}, 0, true, "0 · 0.0/s · 0 passed"},
		{"no total", score.Counts{Done: 50, Passed: 20}, 0, true, "50 · 5.0/s · 20 passed"},
		{"estimate", score.Counts{Done: 50, Passed: 20}, 100, true, "50 of about 100 · 5.0/s · 20 passed · 10s left"},
		{"exact", score.Counts{Done: 1000, Passed: 20, Masked: 3, Invalid: 2, Unstable: 1}, 2000, false, "1000 of 2000 · 100/s · 20 passed · 6 masked · 10s left"},
		{"resumed", score.Counts{Done: 100, Recorded: 90}, 100, false, "100 of 100 · 10/s · 0 passed · 90 known already"},
	} {
		p := &progress{counts: func() score.Counts { return c.counts }, total: func() (int, bool) { return c.total, c.estimate }}
		if got := p.line(10 * time.Second); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestTableFitsTheTerminal(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	printTable(&b, [][]string{
		{"OUTCOME", "TASK", "WHY"},
		{"pass", "t", ""},
		{"fail", strings.Repeat("x", 60), "first line\nsecond \x1b[31mline " + strings.Repeat("y", 100)},
	}, 80, false)
	lines := strings.Split(strings.TrimRight(b.String(), "\n"), "\n")
	if len(lines) != 3 {
		t.Fatalf("%d lines: a cell must stay on its line", len(lines))
	}
	for _, l := range lines {
		if n := len([]rune(l)); n > 80 {
			t.Errorf("%d columns: %s", n, l)
		}
		if strings.ContainsRune(l, '\x1b') {
			t.Errorf("an escape sequence reached the terminal: %q", l)
		}
	}
	if at := strings.Index(lines[0], "TASK"); strings.Index(lines[1], "t") != at {
		t.Errorf("columns are not aligned:\n%s", b.String())
	}
}

func TestSentence(t *testing.T) {
	t.Parallel()
	got := sentence(&steelyard.Summary{Scored: 10, Passed: 4, Failed: 3, Unstable: 1, Invalid: 1, Masked: 1, Skipped: 2, WallS: 2})
	want := "4 of 10 passed, 3 failed, 1 unstable, 1 invalid, 1 could not be judged, 2 lines skipped in 2.0 s (5/s)"
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestFailUnder(t *testing.T) {
	t.Parallel()
	half := 0.5
	for _, c := range []struct {
		name  string
		sum   steelyard.Summary
		total float64
		code  int
	}{
		{"above", steelyard.Summary{Scored: 2, Passed: 2}, 2, exitOK},
		{"equal", steelyard.Summary{Scored: 2, Passed: 1, Failed: 1}, 1, exitOK},
		{"below", steelyard.Summary{Scored: 3, Passed: 1, Failed: 2}, 1, exitGate},
		{"masked lines do not count", steelyard.Summary{Scored: 3, Passed: 1, Failed: 1, Masked: 1}, 1, exitPartial},
		{"nothing counts", steelyard.Summary{Scored: 1, Masked: 1}, 0, exitGate},
	} {
		if got := exitCode(verdictOf(&c.sum, c.total, &half)); got != c.code {
			t.Errorf("%s: exit code %d, want %d", c.name, got, c.code)
		}
	}
}

func TestInterruptibleRead(t *testing.T) {
	t.Parallel()
	r, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancelCause(t.Context())
	in := &interruptible{ctx: ctx, r: r}
	go func() { _, _ = w.Write([]byte("abcdef")) }()
	var got []byte
	buf := make([]byte, 4)
	for len(got) < 6 {
		n, err := in.Read(buf)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, buf[:n]...)
	}
	if string(got) != "abcdef" {
		t.Errorf("read %q", got)
	}
	cancel(errInterrupted)
	if _, err := in.Read(buf); !errors.Is(err, errInterrupted) {
		t.Errorf("a read that waits: %v, want the cause", err)
	}
}

func TestAsksForJSON(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]bool{
		"score --format jsonl": true, "score --format=jsonl --x": true, "score --format text": false, "score --format": false, "jsonl": false,
	} {
		if got := asksForJSON(strings.Fields(args)); got != want {
			t.Errorf("%s: %v", args, got)
		}
	}
}
