package compare

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"

	"steelyard"
)

// DefaultTolerance is the absolute or relative tolerance granted to numbers
// where a task states none: the 1e-6 that most contest statements ask for.
const DefaultTolerance = 1e-6

// TextResult says whether an output is accepted, and if not why.
type TextResult struct {
	Equal bool
	// Diff is the first difference in one line for people, clipped; empty when
	// Equal. It quotes the answer: it is not for the policy.
	Diff string
	// Fault is set when the answer itself cannot be used: the task is broken.
	Fault string
}

// CheckComparison reports a fault in a task's comparison: an unknown mode, a
// tolerance that is negative, not finite or not below 1 where it is relative, or
// an option that the mode does not have. The error is a *steelyard.InputError
// without file and line.
func CheckComparison(c steelyard.Comparison) error {
	fault := func(field, problem, remedy string) error {
		return &steelyard.InputError{Field: "program.compare." + field, Problem: problem, Remedy: remedy}
	}
	tolerant := c.Abs != 0 || c.Rel != 0
	switch c.Mode {
	case "", steelyard.CompareTokens, steelyard.CompareLines, steelyard.CompareFloats:
	case steelyard.CompareSortedTokens:
		if c.SpaceSensitive {
			return fault("space_sensitive", "sorted_tokens has no white space to compare", "leave it out")
		}
	case steelyard.CompareUnorderedLines:
		if tolerant {
			return fault("abs", "unordered_lines compares text and takes no tolerance", "use a checker program")
		}
	case steelyard.CompareExact, steelyard.CompareYesNo, steelyard.CompareCodeContests:
		if tolerant {
			return fault("abs", c.Mode+" takes no tolerance", "leave abs and rel out, or use mode tokens or floats")
		}
	default:
		return fault("mode", fmt.Sprintf("unknown mode %q", c.Mode),
			"use tokens, lines, exact, floats, unordered_lines, sorted_tokens, yesno or codecontests")
	}
	switch {
	case !(c.Abs >= 0) || math.IsInf(c.Abs, 0):
		return fault("abs", "want a finite number of at least 0", "")
	case !(c.Rel >= 0 && c.Rel < 1):
		return fault("rel", "want a number of at least 0 and below 1", "")
	case c.ExactNumbers && (tolerant || c.Mode == steelyard.CompareFloats):
		return fault("exact_numbers", "contradicts a tolerance", "state one of them")
	}
	return nil
}

// Text compares a program's output with the accepted answers; the difference
// reported is the one to the first. It takes time linear in the lengths (n log n
// for sorted_tokens with a tolerance) and, but for that mode, constant memory
// beyond its arguments. c must have passed CheckComparison.
func Text(c steelyard.Comparison, found []byte, answers ...[]byte) TextResult {
	var first TextResult
	for i, answer := range answers {
		r := textOne(c, answer, found)
		if r.Equal || r.Fault != "" {
			return r
		}
		if i == 0 {
			first = r
		}
	}
	if len(answers) == 0 {
		return TextResult{Fault: "no answer to compare with"}
	}
	return first
}

func textOne(c steelyard.Comparison, want, got []byte) TextResult {
	switch c.Mode {
	case steelyard.CompareExact:
		return compareExact(c.IgnoreCase, want, got)
	case steelyard.CompareUnorderedLines:
		return compareUnordered(lineItems(c.SpaceSensitive), c.IgnoreCase, want, got)
	case steelyard.CompareSortedTokens:
		return compareSortedTokens(newTokenRule(c), want, got)
	case steelyard.CompareYesNo:
		return compareYesNo(want, got)
	case steelyard.CompareCodeContests:
		return compareCodeContests(want, got)
	case steelyard.CompareLines:
		return compareSequence(newTokenRule(c), gapRule{lines: true, exact: c.SpaceSensitive}, want, got)
	default:
		return compareSequence(newTokenRule(c), gapRule{exact: c.SpaceSensitive, last: c.SpaceSensitive}, want, got)
	}
}

func compareExact(fold bool, want, got []byte) TextResult {
	n := min(len(want), len(got))
	i := 0
	if bytes.Equal(want[:n], got[:n]) {
		i = n
	}
	for i < n && (want[i] == got[i] || fold && lower(want[i]) == lower(got[i])) {
		i++
	}
	if i == len(want) && i == len(got) {
		return TextResult{Equal: true}
	}
	return TextResult{Diff: fmt.Sprintf("byte %d (line %d): expected %s, found %s",
		i+1, 1+bytes.Count(got[:i], newline), quoteRest(want[i:]), quoteRest(got[i:]))}
}

// gapRule says what of the white space between tokens counts.
type gapRule struct {
	// lines: the number of line ends counts; exact: every byte does.
	lines, exact bool
	// last: so does the white space after the last token.
	last bool
}

func (g gapRule) equal(want, got []byte) bool {
	switch {
	case g.exact:
		return bytes.Equal(want, got)
	case g.lines:
		return bytes.Count(want, newline) == bytes.Count(got, newline)
	}
	return true
}

// compareSequence compares token by token, in order.
func compareSequence(rule tokenRule, gaps gapRule, want, got []byte) TextResult {
	if !gaps.exact {
		want, got = trimBOM(want), trimBOM(got)
	}
	w, g := tokenScanner{buf: want}, tokenScanner{buf: got}
	skipCommon(&w, &g)
	for {
		wt, gt := w.next(), g.next()
		end := wt == nil && gt == nil
		if (wt == nil) == (gt == nil) && (!end || gaps.last) && !gaps.equal(w.gap, g.gap) {
			return TextResult{Diff: fmt.Sprintf("white space before %s: expected %s, found %s",
				g.where(), quoteToken(w.gap), quoteToken(g.gap))}
		}
		switch {
		case wt == nil && gt == nil:
			return TextResult{Equal: true}
		case wt == nil:
			return TextResult{Diff: fmt.Sprintf("%s: expected the end of the output, found %s", g.where(), quoteToken(gt))}
		case gt == nil:
			return TextResult{Diff: fmt.Sprintf("%s: expected %s, found the end of the output", g.where(), quoteToken(wt))}
		case !rule.equal(wt, gt):
			return TextResult{Diff: fmt.Sprintf("%s: expected %s, found %s", g.where(), quoteToken(wt), quoteToken(gt))}
		}
	}
}

func compareYesNo(want, got []byte) TextResult {
	w, g := tokenScanner{buf: trimBOM(want)}, tokenScanner{buf: trimBOM(got)}
	for {
		wt, gt := w.next(), g.next()
		if wt != nil && !foldEqual(wt, yesToken) && !foldEqual(wt, noToken) {
			return TextResult{Fault: fmt.Sprintf("answer %s: want only yes and no, found %s", w.where(), quoteToken(wt))}
		}
		switch {
		case wt == nil && gt == nil:
			return TextResult{Equal: true}
		case wt == nil:
			return TextResult{Diff: fmt.Sprintf("%s: expected the end of the output, found %s", g.where(), quoteToken(gt))}
		case gt == nil:
			return TextResult{Diff: fmt.Sprintf("%s: expected %s, found the end of the output", g.where(), quoteToken(wt))}
		case !foldEqual(wt, gt):
			return TextResult{Diff: fmt.Sprintf("%s: expected %s, found %s", g.where(), quoteToken(wt), quoteToken(gt))}
		}
	}
}

// compareCodeContests reproduces the rule of the CodeContests reference with its
// faults, so that published numbers can be compared: whole outputs that are
// equal pass; else tokens are compared in pairs, as doubles within 1e-5 absolute
// where both are numeric (which makes big integers that differ by one equal and
// nan unequal), else as text without ASCII case.
func compareCodeContests(want, got []byte) TextResult {
	if bytes.Equal(want, got) {
		return TextResult{Equal: true}
	}
	w, g := tokenScanner{buf: want}, tokenScanner{buf: got}
	for {
		wt, gt := w.next(), g.next()
		equal := false
		if wt != nil && gt != nil {
			a, aok := simpleFloat(wt)
			b, bok := simpleFloat(gt)
			if aok && bok {
				equal = math.Abs(a-b) < 1e-5
			} else {
				equal = foldEqual(wt, gt)
			}
		}
		switch {
		case wt == nil && gt == nil:
			return TextResult{Equal: true}
		case wt == nil:
			return TextResult{Diff: fmt.Sprintf("%s: expected the end of the output, found %s", g.where(), quoteToken(gt))}
		case gt == nil:
			return TextResult{Diff: fmt.Sprintf("%s: expected %s, found the end of the output", g.where(), quoteToken(wt))}
		case !equal:
			return TextResult{Diff: fmt.Sprintf("%s: expected %s, found %s", g.where(), quoteToken(wt), quoteToken(gt))}
		}
	}
}

// clipBytes is how much of a token a message quotes.
const clipBytes = 48

// quoteToken quotes b for one line of a message, clipped.
func quoteToken(b []byte) string {
	if len(b) <= clipBytes {
		return strconv.QuoteToGraphic(string(b))
	}
	n := clipBytes
	for n > 0 && !utf8.RuneStart(b[n]) {
		n--
	}
	return fmt.Sprintf("%s… (%d bytes)", strconv.QuoteToGraphic(string(b[:n])), len(b))
}

// quoteRest quotes what follows a position, to the end of its line at most.
func quoteRest(b []byte) string {
	if len(b) == 0 {
		return "the end of the output"
	}
	if i := bytes.IndexByte(b, '\n'); i >= 0 && i+1 < len(b) {
		b = b[:i+1]
	}
	return quoteToken(b)
}
