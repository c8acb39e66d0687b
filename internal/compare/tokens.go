package compare

import (
	"bytes"
	"fmt"
	"math"
	"strconv"

	"steelyard"
)

// tokenScanner walks over the tokens of an output: runs of bytes that are not
// ASCII white space. It allocates nothing.
type tokenScanner struct {
	buf []byte
	pos int
	// gap is the white space before the token, or the end, that next returned.
	gap   []byte
	count int
	start int
	// skipped is where scanning began; the tokens before it are counted only
	// when somebody asks where we are.
	skipped int
}

// next returns the next token, or nil at the end.
func (s *tokenScanner) next() []byte {
	buf, i := s.buf, s.pos
	for i < len(buf) && isSpace(buf[i]) {
		i++
	}
	s.gap, s.start = buf[s.pos:i], i
	s.count++
	for i < len(buf) && !isSpace(buf[i]) {
		i++
	}
	s.pos = i
	if i == s.start {
		return nil
	}
	return buf[s.start:i]
}

// where names the place of the token that next returned last.
func (s *tokenScanner) where() string {
	before := tokenScanner{buf: s.buf[:s.skipped]}
	for before.next() != nil {
	}
	return fmt.Sprintf("token %d (line %d)", before.count-1+s.count, 1+bytes.Count(s.buf[:s.start], newline))
}

// skipCommon moves two scanners behind the tokens that both buffers begin with,
// byte for byte, unless a not-a-number may be among them. A right output mostly
// is the expected one, and comparing bytes is many times faster than tokens.
func skipCommon(w, g *tokenScanner) {
	const step = 4096
	n := min(len(w.buf), len(g.buf))
	i := 0
	for i+step <= n && bytes.Equal(w.buf[i:i+step], g.buf[i:i+step]) {
		i += step
	}
	for i < n && w.buf[i] == g.buf[i] {
		i++
	}
	// Back to the end of a token that is followed by white space in both.
	for i--; i > 0 && !(isSpace(w.buf[i]) && !isSpace(w.buf[i-1])); i-- {
	}
	if i <= 0 || bytes.Contains(w.buf[:i], []byte("nan")) || bytes.Contains(w.buf[:i], []byte("NaN")) {
		return
	}
	w.pos, g.pos, w.skipped, g.skipped = i, i, i, i
}

func isSpace(c byte) bool { return c == ' ' || c-'\t' < 5 }

func lower(c byte) byte {
	if c-'A' < 26 {
		return c + ('a' - 'A')
	}
	return c
}

func foldEqual(a, b []byte) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] && lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}

// The slices below are constants in all but syntax: nothing writes to them.
var (
	newline  = []byte{'\n'}
	yesToken = []byte("yes")
	noToken  = []byte("no")
	bom      = []byte("\xef\xbb\xbf")
)

// trimBOM drops a byte order mark, which is no part of an output.
func trimBOM(b []byte) []byte { return bytes.TrimPrefix(b, bom) }

// tokenRule says when a found token equals an expected one.
type tokenRule struct {
	fold     bool
	abs, rel float64
	// numbers: every expected number has the tolerance; decimals: those with a
	// decimal point or an exponent have it.
	numbers, decimals bool
	// integers: "007" and "+7" equal "7".
	integers bool
}

func newTokenRule(c steelyard.Comparison) tokenRule {
	r := tokenRule{fold: c.IgnoreCase, abs: c.Abs, rel: c.Rel}
	if r.abs != 0 || r.rel != 0 {
		r.numbers, r.integers = true, true
		return r
	}
	if c.ExactNumbers {
		return r
	}
	r.abs, r.rel = DefaultTolerance, DefaultTolerance
	r.numbers = c.Mode == steelyard.CompareFloats
	r.decimals, r.integers = true, true
	return r
}

func (r *tokenRule) equal(want, got []byte) bool {
	if bytes.Equal(want, got) {
		return !printedNaN(want)
	}
	if k := numberKind(want); k != notNumber {
		if r.tolerant(k) {
			if numberKind(got) != notNumber {
				w, werr := parseFloat(want)
				g, gerr := parseFloat(got)
				if werr == nil && gerr == nil {
					return r.near(w, g)
				}
			}
		} else if r.integers && k == integerNumber {
			return equalIntegers(want, got)
		}
	}
	return r.fold && foldEqual(want, got) && !printedNaN(want)
}

// tolerant reports whether the rule grants its tolerance to an expected token.
func (r *tokenRule) tolerant(k kindOfNumber) bool {
	return k != notNumber && (r.numbers || r.decimals && k == decimalNumber)
}

// near reports whether g is within the absolute or the relative tolerance of w.
// The slack keeps values on the border, such as 0.100001 for 0.1 at 1e-6, from
// being rejected for the rounding of decimals to binary.
func (r *tokenRule) near(w, g float64) bool {
	d, size := math.Abs(w-g), math.Abs(w)
	slack := 1e-15 * max(1, size)
	return d <= r.abs+slack || d <= r.rel*size+slack
}

type kindOfNumber uint8

const (
	notNumber kindOfNumber = iota
	integerNumber
	decimalNumber // with a decimal point or an exponent
)

// numberKind classifies a token as [+-]digits[.digits][e[+-]digits], with a
// digit before or after the point. It knows no hexadecimal, infinity or nan.
func numberKind(b []byte) kindOfNumber {
	i := 0
	if i < len(b) && (b[i] == '-' || b[i] == '+') {
		i++
	}
	digits := func() bool {
		start := i
		for i < len(b) && b[i]-'0' < 10 {
			i++
		}
		return i > start
	}
	kind := integerNumber
	mantissa := digits()
	if i < len(b) && b[i] == '.' {
		i++
		kind = decimalNumber
		mantissa = digits() || mantissa
	}
	if !mantissa {
		return notNumber
	}
	if i < len(b) && (b[i] == 'e' || b[i] == 'E') {
		i++
		kind = decimalNumber
		if i < len(b) && (b[i] == '-' || b[i] == '+') {
			i++
		}
		if !digits() {
			return notNumber
		}
	}
	if i != len(b) {
		return notNumber
	}
	return kind
}

// equalIntegers compares integers as strings after the sign and leading zeros
// are put in canonical form. An expected token that is not canonical itself,
// such as the bit string "0011", is text and equals only itself.
func equalIntegers(want, got []byte) bool {
	if numberKind(got) != integerNumber {
		return false
	}
	wneg, wdigits := canonicalInteger(want)
	if canonical := len(wdigits); len(want) != canonical && !(wneg && len(want) == canonical+1) {
		return false
	}
	gneg, gdigits := canonicalInteger(got)
	return wneg == gneg && bytes.Equal(wdigits, gdigits)
}

func canonicalInteger(b []byte) (negative bool, digits []byte) {
	if b[0] == '-' || b[0] == '+' {
		negative, b = b[0] == '-', b[1:]
	}
	for len(b) > 1 && b[0] == '0' {
		b = b[1:]
	}
	if b[0] == '0' {
		negative = false
	}
	return negative, b
}

func parseFloat(b []byte) (float64, error) { return strconv.ParseFloat(string(b), 64) }

// printedNaN reports whether b is what a language prints for a not-a-number,
// which equals nothing. Other capitals, as in the name "Nan", are text.
func printedNaN(b []byte) bool {
	if len(b) < 3 || len(b) > 9 {
		return false
	}
	if b[0] == '-' {
		b = b[1:]
	}
	switch string(b) {
	case "nan", "NaN", "nan(ind)":
		return true
	}
	return false
}

// simpleFloat parses a token as the CodeContests reference does: decimal
// numbers, infinities and nan, without hexadecimal.
func simpleFloat(b []byte) (float64, bool) {
	if numberKind(b) == notNumber {
		switch t := bytes.TrimLeft(b, "+-"); {
		case len(b)-len(t) > 1:
			return 0, false
		case foldEqual(t, []byte("nan")), foldEqual(t, []byte("inf")), foldEqual(t, []byte("infinity")):
		default:
			return 0, false
		}
	}
	f, err := parseFloat(b)
	if err != nil && !math.IsInf(f, 0) {
		return 0, false
	}
	return f, true
}
