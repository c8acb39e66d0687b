package compare

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// CheckerVerdict is what a testlib checker says, by its standard exit code.
type CheckerVerdict int

// Verdicts of checkers.
const (
	CheckerOK           CheckerVerdict = 0
	CheckerWrong        CheckerVerdict = 1
	CheckerPresentation CheckerVerdict = 2
	// CheckerFail: the answer or the checker is at fault, not the output.
	CheckerFail CheckerVerdict = 3
)

// StandardChecker decides as one of testlib's standard checkers does, with a
// message for people.
type StandardChecker func(answer, output []byte) (CheckerVerdict, string)

// Testlib returns the native equivalent of a standard checker, so that a task
// that names one needs no C++: wcmp, lcmp, fcmp, icmp, ncmp, uncmp, hcmp, yesno,
// nyesno, rcmp, rcmp4, rcmp6, rcmp9, rncmp. Verdicts are those of testlib's
// default exit codes; messages are our own.
func Testlib(name string) (StandardChecker, bool) {
	var run func(*checking)
	switch name {
	case "wcmp":
		run = checkWords
	case "lcmp":
		run = func(c *checking) { c.lines(equalWords) }
	case "fcmp":
		run = func(c *checking) { c.lines(bytes.Equal) }
	case "icmp":
		run = checkInt
	case "ncmp":
		run = checkLongs
	case "uncmp":
		run = checkUnorderedLongs
	case "hcmp":
		run = checkHuge
	case "yesno":
		run = checkYesNo
	case "nyesno":
		run = checkYesNos
	case "rcmp":
		run = func(c *checking) { c.double(func(a, b float64) bool { return math.Abs(a-b) <= 1.5e-6+1e-15 }) }
	case "rncmp":
		run = func(c *checking) { c.doubles(func(a, b float64) bool { return math.Abs(a-b) <= 1.5e-5+1e-15 }) }
	case "rcmp4":
		run = func(c *checking) { c.doubles(within(1e-4)) }
	case "rcmp6":
		run = func(c *checking) { c.doubles(within(1e-6)) }
	case "rcmp9":
		run = func(c *checking) { c.doubles(within(1e-9)) }
	default:
		return nil, false
	}
	return func(answer, output []byte) (CheckerVerdict, string) {
		c := checking{ans: tokenScanner{buf: trimBOM(answer)}, out: tokenScanner{buf: trimBOM(output)}}
		run(&c)
		if !c.done {
			// A checker that accepts has read the whole output.
			if t := c.out.next(); t != nil {
				c.stop(CheckerPresentation, "%s: unexpected %s after the answer", c.out.where(), quoteToken(t))
			}
		}
		return c.verdict, c.message
	}, true
}

// checking is the state of one check. Once it is done, later findings do not
// count: the first one decides, as in a checker that exits.
type checking struct {
	ans, out tokenScanner
	done     bool
	verdict  CheckerVerdict
	message  string
}

func (c *checking) stop(v CheckerVerdict, format string, args ...any) {
	if !c.done {
		c.done, c.verdict, c.message = true, v, fmt.Sprintf(format, args...)
	}
}

// differ stops with a wrong answer that shows both values.
func (c *checking) differ(want, got []byte) {
	c.stop(CheckerWrong, "%s: expected %s, found %s", c.out.where(), quoteToken(want), quoteToken(got))
}

// read returns the next tokens of both; a token that is missing or that valid
// rejects stops the check, by a failure when the answer is to blame.
func (c *checking) read(what string, valid func([]byte) bool) (want, got []byte, ok bool) {
	if want, ok = c.one(&c.ans, what, valid); !ok {
		return nil, nil, false
	}
	got, ok = c.one(&c.out, what, valid)
	return want, got, ok
}

func (c *checking) one(s *tokenScanner, what string, valid func([]byte) bool) ([]byte, bool) {
	v, side := CheckerPresentation, "output"
	if s == &c.ans {
		v, side = CheckerFail, "answer"
	}
	switch t := s.next(); {
	case t == nil:
		c.stop(v, "%s: expected %s, found the end of the %s", s.where(), what, side)
	case !valid(t):
		c.stop(v, "%s of the %s: expected %s, found %s", s.where(), side, what, quoteToken(t))
	default:
		return t, true
	}
	return nil, false
}

func (s tokenScanner) atEnd() bool { return s.next() == nil } // looks ahead on a copy

// lengths stops with a wrong answer when one side has more tokens.
func (c *checking) lengths() {
	switch a, o := c.ans.atEnd(), c.out.atEnd(); {
	case a && !o:
		c.stop(CheckerWrong, "output has more than the %d tokens expected", c.ans.count)
	case o && !a:
		c.stop(CheckerWrong, "output ends after %d tokens; more are expected", c.out.count)
	}
}

func checkWords(c *checking) {
	for !c.done && !c.ans.atEnd() && !c.out.atEnd() {
		if w, g := c.ans.next(), c.out.next(); !bytes.Equal(w, g) {
			c.differ(w, g)
		}
	}
	c.lengths()
}

func equalWords(a, b []byte) bool {
	x, y := tokenScanner{buf: a}, tokenScanner{buf: b}
	for {
		s, t := x.next(), y.next()
		if s == nil || t == nil {
			return s == nil && t == nil
		}
		if !bytes.Equal(s, t) {
			return false
		}
	}
}

// cutLine splits off the first line; it ends at CR, LF or both.
func cutLine(b []byte) (line, rest []byte) {
	i := bytes.IndexAny(b, "\r\n")
	switch {
	case i < 0:
		return b, nil
	case b[i] == '\r' && i+1 < len(b) && b[i+1] == '\n':
		return b[:i], b[i+2:]
	}
	return b[:i], b[i+1:]
}

func (c *checking) lines(equal func(a, b []byte) bool) {
	want, got := c.ans.buf, c.out.buf
	for n := 1; len(want) > 0; n++ {
		var w, g []byte
		w, want = cutLine(want)
		if len(got) == 0 {
			c.stop(CheckerPresentation, "line %d: expected %s, found the end of the output", n, quoteToken(w))
			return
		}
		g, got = cutLine(got)
		if !equal(w, g) {
			c.stop(CheckerWrong, "line %d: expected %s, found %s", n, quoteToken(w), quoteToken(g))
			return
		}
	}
	c.out.pos = len(c.out.buf) - len(got)
}

// isLong accepts what testlib reads as a signed 64-bit integer: canonical
// decimal, without "+", leading zeros or "-0".
func isLong(b []byte) bool {
	if !isHuge(b) || len(b) > 20 {
		return false
	}
	_, err := strconv.ParseInt(string(b), 10, 64)
	return err == nil
}

func isInt(b []byte) bool {
	if !isLong(b) {
		return false
	}
	_, err := strconv.ParseInt(string(b), 10, 32)
	return err == nil
}

// isHuge accepts a canonical decimal integer of any length.
func isHuge(b []byte) bool {
	if len(b) > 0 && b[0] == '-' {
		b = b[1:]
		if len(b) == 1 && b[0] == '0' {
			return false
		}
	}
	if len(b) == 0 || len(b) > 1 && b[0] == '0' {
		return false
	}
	for _, d := range b {
		if d-'0' > 9 {
			return false
		}
	}
	return true
}

func checkInt(c *checking) {
	if w, g, ok := c.read("a 32-bit integer", isInt); ok && !bytes.Equal(w, g) {
		c.differ(w, g)
	}
}

func checkLongs(c *checking) {
	for !c.done && !c.ans.atEnd() && !c.out.atEnd() {
		if w, g, ok := c.read("an integer", isLong); ok && !bytes.Equal(w, g) {
			c.differ(w, g)
		}
	}
	c.rest("an integer", isLong)
	c.lengthsAfterRest()
}

// rest reads what is left on both sides, so that a malformed token is reported
// as such and not as a surplus one.
func (c *checking) rest(what string, valid func([]byte) bool) {
	for _, s := range []*tokenScanner{&c.ans, &c.out} {
		for !c.done && !s.atEnd() {
			c.one(s, what, valid)
		}
	}
}

func (c *checking) lengthsAfterRest() {
	if c.ans.count != c.out.count {
		c.stop(CheckerWrong, "%d numbers expected, %d found", c.ans.count, c.out.count)
	}
}

func checkUnorderedLongs(c *checking) {
	var sides [2][]int64
	for i, s := range []*tokenScanner{&c.ans, &c.out} {
		for !c.done && !s.atEnd() {
			if t, ok := c.one(s, "an integer", isLong); ok {
				n, _ := strconv.ParseInt(string(t), 10, 64) // isLong has parsed it
				sides[i] = append(sides[i], n)
			}
		}
		slices.Sort(sides[i])
	}
	c.lengthsAfterRest()
	for i := 0; !c.done && i < len(sides[0]); i++ {
		if sides[0][i] != sides[1][i] {
			c.stop(CheckerWrong, "number %d in order of size: expected %d, found %d", i+1, sides[0][i], sides[1][i])
		}
	}
}

func checkHuge(c *checking) {
	w, ok := c.one(&c.ans, "an integer", isHuge)
	if !ok {
		return
	}
	if !c.ans.atEnd() {
		c.stop(CheckerFail, "answer has more than one integer")
		return
	}
	if g, ok := c.one(&c.out, "an integer", isHuge); ok && !bytes.Equal(w, g) {
		c.differ(w, g)
	}
}

func isYesNo(b []byte) bool { return foldEqual(b, yesToken) || foldEqual(b, noToken) }

func checkYesNo(c *checking) {
	if w, g, ok := c.read("yes or no", isYesNo); ok && !foldEqual(w, g) {
		c.differ(w, g)
	}
}

func checkYesNos(c *checking) {
	for !c.done && !c.ans.atEnd() && !c.out.atEnd() {
		if w, g, ok := c.read("yes or no", isYesNo); ok && !foldEqual(w, g) {
			c.differ(w, g)
		}
	}
	c.lengths()
}

// isDouble accepts what strtod reads, but nan.
func isDouble(b []byte) bool {
	if bytes.IndexByte(b, '_') >= 0 {
		return false
	}
	f, err := parseFloat(b)
	return (err == nil || math.IsInf(f, 0)) && !math.IsNaN(f)
}

func (c *checking) double(equal func(want, got float64) bool) {
	if w, g, ok := c.read("a number", isDouble); ok {
		x, _ := parseFloat(w) // isDouble has parsed both
		y, _ := parseFloat(g)
		if !equal(x, y) {
			c.differ(w, g)
		}
	}
}

func (c *checking) doubles(equal func(want, got float64) bool) {
	for !c.done && !c.ans.atEnd() {
		c.double(equal)
	}
}

// within accepts an absolute or relative error of eps, as testlib's
// doubleCompare does, with its slack of 1e-15.
func within(eps float64) func(want, got float64) bool {
	eps += 1e-15
	return func(want, got float64) bool {
		if math.IsInf(want, 0) || math.IsInf(got, 0) {
			return want == got
		}
		if math.Abs(want-got) <= eps {
			return true
		}
		lo, hi := want*(1-eps), want*(1+eps)
		return got >= min(lo, hi) && got <= max(lo, hi)
	}
}
