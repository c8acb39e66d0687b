package function

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A JavaScript string is a sequence of 16-bit units. This package holds one as
// WTF-8: UTF-8 in which a lone surrogate keeps its three bytes, so that equal
// strings are equal bytes.

// jsUnits are the 16-bit units of a string.
type jsUnits []uint16

func (u *jsUnits) rune(r rune) { *u = utf16.AppendRune(*u, r) }

// string returns the WTF-8 form.
func (u jsUnits) string() string {
	var b strings.Builder
	for i := 0; i < len(u); i++ {
		r := rune(u[i])
		if utf16.IsSurrogate(r) {
			if i+1 < len(u) {
				if full := utf16.DecodeRune(r, rune(u[i+1])); full != utf8.RuneError {
					b.WriteRune(full)
					i++
					continue
				}
			}
			b.Write([]byte{0xe0 | byte(r>>12), 0x80 | byte(r>>6)&0x3f, 0x80 | byte(r)&0x3f})
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// jsUnitsOf returns the units of a WTF-8 string.
func jsUnitsOf(s string) jsUnits {
	u := make(jsUnits, 0, len(s))
	for i := 0; i < len(s); {
		if sur, ok := loneSurrogate(s[i:]); ok {
			u = append(u, sur)
			i += 3
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		u.rune(r)
		i += n
	}
	return u
}

// loneSurrogate reports whether s begins with the three bytes of a surrogate.
func loneSurrogate(s string) (uint16, bool) {
	if len(s) < 3 || s[0] != 0xed || s[1] < 0xa0 || s[1] > 0xbf || s[2]&0xc0 != 0x80 {
		return 0, false
	}
	return 0xd000 | uint16(s[1]&0x3f)<<6 | uint16(s[2]&0x3f), true
}

// jsCompareText orders two strings by their 16-bit units, as < does.
func jsCompareText(a, b string) int {
	ua, ub := jsUnitsOf(a), jsUnitsOf(b)
	for i := 0; i < len(ua) && i < len(ub); i++ {
		if ua[i] != ub[i] {
			if ua[i] < ub[i] {
				return -1
			}
			return 1
		}
	}
	return len(ua) - len(ub)
}

// escape reads the escape sequence that s begins with and returns its length.
func (u *jsUnits) escape(s string) (int, error) {
	if len(s) < 2 {
		return 0, errors.New("unfinished escape")
	}
	hex := func(digits string) (uint64, error) {
		v, err := strconv.ParseUint(digits, 16, 32)
		if err != nil {
			return 0, errors.New("bad escape")
		}
		return v, nil
	}
	simple := map[byte]rune{'n': '\n', 't': '\t', 'r': '\r', 'b': '\b', 'f': '\f', 'v': '\v'}
	switch c := s[1]; {
	case simple[c] != 0:
		u.rune(simple[c])
		return 2, nil
	case c == '0' && (len(s) < 3 || !isDigit(s[2])):
		u.rune(0)
		return 2, nil
	case c >= '0' && c <= '9':
		return 0, errors.New("octal escape")
	case c == 'x':
		if len(s) < 4 {
			return 0, errors.New("bad escape")
		}
		v, err := hex(s[2:4])
		u.rune(rune(v))
		return 4, err
	case c == 'u' && len(s) > 2 && s[2] == '{':
		end := strings.IndexByte(s, '}')
		if end < 4 || end > 10 {
			return 0, errors.New("bad escape")
		}
		v, err := hex(s[3:end])
		if err == nil && v > 0x10ffff {
			return 0, errors.New("bad escape")
		}
		if v < 0x10000 {
			*u = append(*u, uint16(v))
		} else {
			u.rune(rune(v))
		}
		return end + 1, err
	case c == 'u':
		if len(s) < 6 {
			return 0, errors.New("bad escape")
		}
		v, err := hex(s[2:6])
		*u = append(*u, uint16(v))
		return 6, err
	case c == '\r' && len(s) > 2 && s[2] == '\n':
		return 3, nil
	case c == '\n' || c == '\r':
		return 2, nil
	default:
		r, n := utf8.DecodeRuneInString(s[1:])
		u.rune(r)
		return 1 + n, nil
	}
}
