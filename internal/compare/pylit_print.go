package compare

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// PyRepr returns v as Python's repr would print it. For values made of builtin
// types the text is a literal that Python evaluates to an equal value of the
// same type, given the names float, set, frozenset and bytearray.
func PyRepr(v *Value) string {
	p := pyPrinter{max: math.MaxInt}
	p.value(v)
	return string(p.b)
}

// PyReprClip is PyRepr cut after about limit bytes, for messages to people.
func PyReprClip(v *Value, limit int) string {
	p := pyPrinter{max: limit}
	p.value(v)
	s := string(p.b)
	if len(s) > limit {
		s = strings.ToValidUTF8(s[:limit], "") + "…"
	}
	return s
}

// PyReprMax is PyRepr of a value that may be far larger than the memory it is
// held in, since its parts may be shared; ok is false when the text has more
// than limit bytes.
func PyReprMax(v *Value, limit int) (text string, ok bool) {
	p := pyPrinter{max: limit}
	p.value(v)
	return string(p.b), len(p.b) <= limit
}

type pyPrinter struct {
	b   []byte
	max int
}

func (p *pyPrinter) full() bool { return len(p.b) > p.max }

func (p *pyPrinter) value(v *Value) {
	switch v.Kind {
	case KindNone:
		p.b = append(p.b, "None"...)
	case KindUndefined:
		p.b = append(p.b, "undefined"...)
	case KindBool:
		if v.Int != 0 {
			p.b = append(p.b, "True"...)
		} else {
			p.b = append(p.b, "False"...)
		}
	case KindInt:
		switch {
		case v.Big == nil:
			p.b = strconv.AppendInt(p.b, v.Int, 10)
		case v.Big.BitLen() > 4000: // decimal digits cost quadratic time
			p.b = append(append(p.b, '0', 'x'), new0x(v)...)
		default:
			p.b = v.Big.Append(p.b, 10)
		}
	case KindFloat:
		p.b = append(p.b, pyFloatRepr(v.Float, true)...)
	case KindComplex:
		p.complex(v)
	case KindStr:
		p.text(v.Str, false)
	case KindBytes:
		p.b = append(p.b, 'b')
		p.text(v.Str, true)
	case KindByteArray:
		p.b = append(p.b, "bytearray(b"...)
		p.text(v.Str, true)
		p.b = append(p.b, ')')
	case KindList:
		p.wrapped(v, "[", "]")
	case KindTuple:
		closing := ")"
		if len(v.Items) == 1 {
			closing = ",)"
		}
		p.wrapped(v, "(", closing)
	case KindSet:
		if len(v.Items) == 0 {
			p.b = append(p.b, "set()"...)
			return
		}
		p.wrapped(v, "{", "}")
	case KindFrozenSet:
		if len(v.Items) == 0 {
			p.b = append(p.b, "frozenset()"...)
			return
		}
		p.wrapped(v, "frozenset({", "})")
	case KindDict:
		p.dict(v)
	case KindIter:
		name := v.Type
		if name == "" {
			name = "generator"
		}
		p.b = append(p.b, name...)
		p.items(v.Items, "([", "])")
	case KindArray:
		p.b = fmt.Appendf(p.b, "array(%s, shape=%v, dtype=%q)", PyReprClip(new(v.elements()), 120), v.Shape, v.Type)
	case KindError:
		p.b = append(p.b, errorText(v)...)
	case KindObject:
		p.b = fmt.Appendf(p.b, "<%s object>", v.Type)
	case KindInvalid:
		p.b = append(p.b, "<invalid>"...)
	}
}

func new0x(v *Value) string {
	s := v.Big.Text(16)
	if s[0] == '-' { // "0x-…" is not a literal
		return "0 - 0x" + s[1:]
	}
	return s
}

func errorText(v *Value) string {
	name := v.Type
	if v.Own != "" && v.Own != v.Type {
		name = v.Own
	}
	if v.Str == "" {
		return name
	}
	return name + ": " + v.Str
}

func (p *pyPrinter) wrapped(v *Value, open, closing string) {
	if v.Type != "" {
		p.b = append(append(p.b, v.Type...), '(')
		closing += ")"
	}
	p.items(v.Items, open, closing)
}

func (p *pyPrinter) items(items []Value, open, closing string) {
	p.b = append(p.b, open...)
	for i := range items {
		if i > 0 {
			p.b = append(p.b, ", "...)
		}
		if p.full() {
			return
		}
		p.value(&items[i])
	}
	p.b = append(p.b, closing...)
}

func (p *pyPrinter) dict(v *Value) {
	closing := "}"
	if v.Type != "" {
		p.b = append(append(p.b, v.Type...), '(')
		closing = "})"
	}
	p.b = append(p.b, '{')
	for i := 0; i+1 < len(v.Items); i += 2 {
		if i > 0 {
			p.b = append(p.b, ", "...)
		}
		if p.full() {
			return
		}
		p.value(&v.Items[i])
		p.b = append(p.b, ": "...)
		p.value(&v.Items[i+1])
	}
	p.b = append(p.b, closing...)
}

func (p *pyPrinter) complex(v *Value) {
	if v.Float == 0 && !math.Signbit(v.Float) && !math.IsNaN(v.Imag) && !math.IsInf(v.Imag, 0) {
		p.b = append(append(p.b, strings.TrimSuffix(pyFloatRepr(v.Imag, true), ".0")...), 'j')
		return
	}
	p.b = fmt.Appendf(p.b, "complex(%s, %s)", pyFloatRepr(v.Float, true), pyFloatRepr(v.Imag, true))
}

// pyFloatRepr is the shortest text that reads back as f. As source, infinities
// and NaN are calls of float.
func pyFloatRepr(f float64, source bool) string {
	switch {
	case math.IsNaN(f) && source:
		return "float('nan')"
	case math.IsInf(f, 1) && source:
		return "float('inf')"
	case math.IsInf(f, -1) && source:
		return "float('-inf')"
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	}
	if a := math.Abs(f); a != 0 && (a < 1e-4 || a >= 1e16) {
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

func (p *pyPrinter) text(s string, isBytes bool) {
	quote := byte('\'')
	if strings.IndexByte(s, '\'') >= 0 && strings.IndexByte(s, '"') < 0 {
		quote = '"'
	}
	p.b = append(p.b, quote)
	for i := 0; i < len(s) && !p.full(); {
		c := s[i]
		if c < 0x80 || isBytes {
			p.b = appendEscaped(p.b, c, quote)
			i++
			continue
		}
		r, n := decodeRune(s[i:])
		switch {
		case n == 0:
			p.b = fmt.Appendf(p.b, `\x%02x`, c)
			n = 1
		case r >= 0xD800 && r <= 0xDFFF || r < 0x10000 && !unicode.IsPrint(r):
			if r < 0x100 {
				p.b = fmt.Appendf(p.b, `\x%02x`, r)
			} else {
				p.b = fmt.Appendf(p.b, `\u%04x`, r)
			}
		case !unicode.IsPrint(r):
			p.b = fmt.Appendf(p.b, `\U%08x`, r)
		default:
			p.b = append(p.b, s[i:i+n]...)
		}
		i += n
	}
	p.b = append(p.b, quote)
}

func appendEscaped(b []byte, c, quote byte) []byte {
	switch {
	case c == quote || c == '\\':
		return append(b, '\\', c)
	case c == '\n':
		return append(b, '\\', 'n')
	case c == '\r':
		return append(b, '\\', 'r')
	case c == '\t':
		return append(b, '\\', 't')
	case c < 0x20 || c >= 0x7F:
		return fmt.Appendf(b, `\x%02x`, c)
	}
	return append(b, c)
}
