package cli

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode/utf8"

	"steelyard"
)

// textRows bounds the rows of a table; a person reads no more.
const textRows = 50

// textSink prints a table for people: what did not pass, and the sum of all.
type textSink struct {
	w       io.Writer
	closer  func() error
	columns int
	colour  bool

	mu     sync.Mutex
	total  int
	passed []textRow // the first ones, shown while everything fits
	other  []textRow
	hidden int
}

type textRow struct{ outcome, task, rollout, reward, checks, why string }

func (s *textSink) reward(r *steelyard.Reward) error {
	row := textRow{string(r.Outcome), r.Task, r.Rollout, "null", fmt.Sprintf("%d/%d", r.Checks.Passed, r.Checks.Total), why(r)}
	if r.Value != nil {
		row.reward = fmt.Sprintf("%g", *r.Value)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.total++
	s.keep(r.Outcome == steelyard.Pass, row)
	return nil
}

func (s *textSink) keep(passed bool, row textRow) {
	switch {
	case passed && len(s.passed) < textRows:
		s.passed = append(s.passed, row)
	case !passed && len(s.other) < textRows:
		s.other = append(s.other, row)
	case !passed:
		s.hidden++
	}
}

// why is the shortest explanation a reward has.
func why(r *steelyard.Reward) string {
	switch {
	case r.Reason != "":
		return r.Reason
	case r.Cause != "":
		return strings.ReplaceAll(r.Cause, "_", " ")
	}
	return ""
}

func (s *textSink) skipped(r *steelyard.ErrorRecord) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := steelyard.InputError{Line: r.Line, Field: r.Field, Problem: r.Error, Remedy: r.Remedy}
	s.keep(false, textRow{outcome: "skipped", task: r.File, why: e.Error()})
	return nil
}

func (s *textSink) summary(sum *steelyard.Summary) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	rows := s.other
	if s.total <= textRows {
		rows = append(append([]textRow(nil), s.passed...), s.other...)
	}
	if len(rows) > 0 {
		s.print(rows)
	}
	if s.hidden > 0 {
		fmt.Fprintf(s.w, "… and %d more that did not pass; --format jsonl has them all\n", s.hidden)
	}
	if len(rows) > 0 {
		fmt.Fprintln(s.w)
	}
	_, err := fmt.Fprintln(s.w, sentence(sum))
	return err
}

func (s *textSink) print(rows []textRow) {
	table := [][]string{{"OUTCOME", "TASK", "ROLLOUT", "REWARD", "CHECKS", "WHY"}}
	for _, r := range rows {
		table = append(table, []string{r.outcome, r.task, r.rollout, r.reward, r.checks, r.why})
	}
	printTable(s.w, table, s.columns, s.colour)
}

func (s *textSink) close() error { return s.closer() }

// sentence says a summary in words.
func sentence(s *steelyard.Summary) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d passed", s.Passed, s.Scored)
	for _, part := range []struct {
		n    int
		what string
	}{{s.Failed, "failed"}, {s.Unstable, "unstable"}, {s.Invalid, "invalid"}, {s.Masked, "could not be judged"}, {s.Skipped, "lines skipped"}} {
		if part.n > 0 {
			fmt.Fprintf(&b, ", %d %s", part.n, part.what)
		}
	}
	if s.WallS > 0 {
		fmt.Fprintf(&b, " in %.1f s", s.WallS)
		if s.WallS >= 0.1 {
			fmt.Fprintf(&b, " (%.0f/s)", float64(s.Scored)/s.WallS)
		}
	}
	return b.String()
}

const (
	// cellMax bounds the width of all columns but the last.
	cellMax = 40
	// wide is the width where nobody cuts lines: not a terminal.
	wide = 1 << 16
)

// printTable prints rows, the first of which is the heading, in aligned columns;
// the last column takes what is left of the width.
func printTable(w io.Writer, rows [][]string, columns int, colour bool) {
	widths := make([]int, len(rows[0]))
	for _, r := range rows {
		for i, cell := range r {
			widths[i] = min(max(widths[i], utf8.RuneCountInString(oneLine(cell))), cellMax)
		}
	}
	for n, r := range rows {
		var b strings.Builder
		used := 0
		for i, cell := range r {
			cell = oneLine(cell)
			if i == len(r)-1 {
				b.WriteString(clip(cell, max(columns-used, 20)))
				break
			}
			cell = clip(cell, widths[i])
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)+2)
			used += widths[i] + 2
			if i == 0 && n > 0 {
				cell = paint(cell, colour)
			}
			b.WriteString(cell + pad)
		}
		fmt.Fprintln(w, strings.TrimRight(b.String(), " "))
	}
}

// paint colours an outcome.
func paint(outcome string, colour bool) string {
	code := ""
	switch strings.TrimSpace(outcome) {
	case "pass", "contained", "ok":
		code = "32"
	case "fail", "escaped", "missing":
		code = "31"
	case "invalid", "unstable", "not_judged", "skipped":
		code = "33"
	}
	if !colour || code == "" {
		return outcome
	}
	return "\x1b[" + code + "m" + outcome + "\x1b[0m"
}

func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(printable(s), func(r rune) bool { return r == '\n' || r == '\r' || r == '\t' }), " ")
}

// printable replaces what a terminal would obey: candidates write what they like.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			return r
		case r < 0x20 || r >= 0x7f && r < 0xa0, r == 0x202e, r == 0x202d, r == 0x2066, r == 0x2067, r == 0x2068:
			return '·'
		}
		return r
	}, strings.ToValidUTF8(s, "·"))
}

func clip(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	r := []rune(s)
	return string(r[:max(n-1, 0)]) + "…"
}
