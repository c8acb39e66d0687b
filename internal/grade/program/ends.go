package program

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"steelyard"
)

const sigpipe = 13

// candidateEnd judges how the candidate of a plain case ended; ok means that
// its output counts.
func candidateEnd(o *steelyard.Observation) (f finding, ok bool) {
	if o.Outcome.Infra != nil {
		return infra("%s", o.Outcome.Infra.Cause), false
	}
	c := o.Outcome.Proc(steelyard.ProcCandidate)
	if c == nil {
		return infra("no process was observed"), false
	}
	return ended(c)
}

// ended judges the end of a candidate's process.
func ended(c *steelyard.ProcOutcome) (f finding, ok bool) {
	switch c.End {
	case steelyard.EndExited:
		if c.Code == 0 {
			return finding{}, true
		}
		return failed(steelyard.CauseRuntimeError, "exit code %d%s", c.Code, lastLine(c.Stderr)), false
	case steelyard.EndSignalled:
		return failed(steelyard.CauseRuntimeError, "%s%s", howEnded(c), lastLine(c.Stderr)), false
	case steelyard.EndTimeout:
		return failed(steelyard.CauseTimeout, "%s", howEnded(c)), false
	case steelyard.EndOOM:
		return failed(steelyard.CauseOOM, "out of memory"), false
	case steelyard.EndOutputLimit:
		return failed(steelyard.CauseOutputLimit, "%s", howEnded(c)), false
	case steelyard.EndDenied:
		return failed(steelyard.CauseDenied, "the sandbox refused what the program asked for%s", note(c)), false
	case steelyard.EndNoStart:
		return failed(steelyard.CauseRuntimeError, "the program does not start%s", note(c)), false
	case steelyard.EndInfra, steelyard.EndNotRun:
		return infra("the program was not run%s", note(c)), false
	}
	return infra("unknown end %q", c.End), false
}

// howEnded says how a process ended, for people.
func howEnded(c *steelyard.ProcOutcome) string {
	limit := ""
	if c.Limit != "" {
		limit = " (" + clip(c.Limit) + ")"
	}
	switch c.End {
	case steelyard.EndExited:
		return fmt.Sprintf("exit code %d", c.Code)
	case steelyard.EndSignalled:
		return fmt.Sprintf("signal %d%s", c.Signal, signalName(c.Signal))
	case steelyard.EndTimeout:
		return "time limit" + limit
	case steelyard.EndOOM:
		return "memory limit"
	case steelyard.EndOutputLimit:
		return "output limit" + limit
	}
	return string(c.End)
}

func signalName(n int) string {
	switch n {
	case 4:
		return " (illegal instruction)"
	case 6:
		return " (abort)"
	case 7:
		return " (bus error)"
	case 8:
		return " (arithmetic error)"
	case 9:
		return " (kill)"
	case 11:
		return " (segmentation fault)"
	case sigpipe:
		return " (broken pipe)"
	}
	return ""
}

func note(c *steelyard.ProcOutcome) string {
	if c.Note == "" {
		return ""
	}
	return ": " + clip(c.Note)
}

// rejected names the paths that could not be collected.
func rejected(c *steelyard.ProcOutcome) string {
	if c == nil {
		return ""
	}
	for _, path := range slices.Sorted(maps.Keys(c.Rejected)) {
		return fmt.Sprintf(" (%s: %s)", clip(path), clip(c.Rejected[path]))
	}
	return ""
}

// lastLine returns ": " and the last line of a stream that says something:
// where interpreters name the error.
func lastLine(b steelyard.Blob) string {
	s := strings.TrimSpace(b.String())
	if s == "" {
		return ""
	}
	return ": " + clip(strings.TrimSpace(s[strings.LastIndexByte(s, '\n')+1:]))
}

// compilerMessage returns the first line that reports an error, else the first
// of all.
func compilerMessage(c *steelyard.ProcOutcome) string {
	first := ""
	for _, s := range []steelyard.Blob{c.Stderr, c.Stdout} {
		for line := range strings.Lines(s.String()) {
			line = strings.TrimSpace(line)
			if line == "" || strings.HasPrefix(line, "#") {
				continue
			}
			if strings.Contains(line, "error") {
				return clip(line)
			}
			if first == "" {
				first = clip(line)
			}
		}
	}
	if first == "" {
		return howEnded(c)
	}
	return first
}

// clip makes one short printable line of what a program wrote.
func clip(s string) string {
	const most = 200
	var b strings.Builder
	for i, r := range s {
		if i >= most {
			b.WriteString("…")
			break
		}
		if r == utf8.RuneError || r < ' ' || r >= 0x7f && r < 0xa0 {
			r = ' '
		}
		b.WriteRune(r)
	}
	return b.String()
}
