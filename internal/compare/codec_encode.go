package compare

import (
	"encoding/binary"
	"math"
	"strconv"
	"unicode/utf8"
)

// Encode appends the wire form of v to b. It is the inverse of Decode for every
// valid value; an invalid one is encoded as an object that equals nothing.
func Encode(b []byte, v *Value) []byte {
	switch v.Kind {
	case KindNone:
		return append(b, 'N')
	case KindUndefined:
		return append(b, 'U')
	case KindBool:
		if v.Int != 0 {
			return append(b, 'T')
		}
		return append(b, 'F')
	case KindInt:
		if v.Big != nil {
			return appendStr(append(b, 'i'), v.Big.Text(16))
		}
		return appendStr(append(b, 'i'), strconv.FormatInt(v.Int, 16))
	case KindFloat:
		return appendFloat(append(b, 'f'), v.Float)
	case KindComplex:
		return appendFloat(appendFloat(append(b, 'c'), v.Float), v.Imag)
	case KindStr:
		return appendStr(append(b, 's'), v.Str)
	case KindBytes:
		return appendStr(append(b, 'b'), v.Str)
	case KindByteArray:
		return appendStr(append(b, 'y'), v.Str)
	case KindList:
		return appendItems(b, 'l', v, 1)
	case KindTuple:
		return appendItems(b, 't', v, 1)
	case KindSet:
		return appendItems(b, 'S', v, 1)
	case KindFrozenSet:
		return appendItems(b, 'Z', v, 1)
	case KindDict:
		return appendItems(b, 'd', v, 2)
	case KindIter:
		b = appendStr(append(b, 'g'), v.Type)
		return appendValues(b, v.Items, 1)
	case KindArray:
		b = appendStr(append(b, 'a'), v.Type)
		b = appendCount(b, len(v.Shape))
		for _, n := range v.Shape {
			b = appendCount(b, n)
		}
		return appendStr(b, v.Str)
	case KindError:
		b = appendStr(append(b, 'e'), v.Type)
		b = appendStr(b, v.Own)
		return appendStr(b, v.Str)
	case KindInvalid, KindObject:
		if v.Int != 0 {
			return appendStr(append(b, 'O'), v.Type)
		}
	}
	return appendStr(append(b, 'o'), v.Type)
}

func appendItems(b []byte, tag byte, v *Value, per int) []byte {
	if v.Type != "" {
		b = appendStr(append(b, 'K'), v.Type)
	}
	return appendValues(append(b, tag), v.Items, per)
}

func appendValues(b []byte, items []Value, per int) []byte {
	b = appendCount(b, len(items)/per)
	for i := range items {
		b = Encode(b, &items[i])
	}
	return b
}

func appendCount(b []byte, n int) []byte {
	return append(strconv.AppendInt(b, int64(n), 10), ';')
}

func appendStr(b []byte, s string) []byte {
	return append(appendCount(b, len(s)), s...)
}

func appendFloat(b []byte, f float64) []byte {
	return binary.BigEndian.AppendUint64(b, math.Float64bits(f))
}

// decodeRune reads one character of WTF-8; n is 0 when s does not begin with
// one.
func decodeRune(s string) (r rune, n int) {
	r, n = utf8.DecodeRuneInString(s)
	if r != utf8.RuneError || n > 1 {
		return r, n
	}
	// A surrogate: ED A0..BF 80..BF.
	if len(s) >= 3 && s[0] == 0xED && s[1] >= 0xA0 && s[1] <= 0xBF && s[2]&0xC0 == 0x80 {
		return 0xD000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3
	}
	return utf8.RuneError, 0
}

// appendRune appends one character of WTF-8.
func appendRune(b []byte, r rune) []byte {
	if r >= 0xD800 && r <= 0xDFFF {
		return append(b, 0xED, byte(0x80|(r>>6)&0x3F), byte(0x80|r&0x3F))
	}
	return utf8.AppendRune(b, r)
}
