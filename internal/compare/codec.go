package compare

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
)

// The wire form of a Value. It is what the drivers inside the sandbox write and
// what Decode reads; a driver in another language is written to this comment.
//
// A value is one tag byte followed by its content. Numbers that count are
// decimal ASCII without sign or leading zero, ended by ';' (written n; below).
// "str" is n; followed by n bytes.
//
//	N                None, null
//	U                undefined
//	T  F             true, false
//	i  str           integer: lower-case hexadecimal digits, "-" before them if
//	                 negative, no leading zeros ("0", "-ff")
//	f  8 bytes       float: IEEE 754 binary64, big-endian. All JavaScript numbers
//	c  16 bytes      complex: real, imaginary
//	s  str           text: UTF-8; a lone surrogate is its three-byte form, so
//	                 that every Python and JavaScript string has exactly one
//	                 form. (JavaScript: a surrogate pair is one four-byte
//	                 character. Python: two surrogate characters stay two.)
//	b  str           bytes
//	y  str           bytearray, Uint8Array
//	l  n; values     list, Array (a hole is U)
//	t  n; values     tuple
//	S  n; values     set, Set
//	Z  n; values     frozenset
//	d  n; 2n values  dict, plain object: key, value, key, value …
//	K  str value     container of another class: the class name, then the value
//	                 as l, t, S or d ("Counter", "deque", "Map")
//	g  str n; values iterator that was run to its end: class name, empty for a
//	                 generator
//	a  str n; n×n; str
//	                 array: dtype, number of dimensions, dimensions, elements
//	o  str           a value that cannot cross: its class name
//	O  str           the same, for one whose truth value is false
//	e  str str str   exception: nearest builtin class, own class, message
//
// The form can say more than a language can hold, such as a set with one element
// twice; DecodePy and DecodeJS refuse that.
//
// There are no references: a value that contains itself cannot be encoded, and
// the writer sends o in its place. Nothing in the form names code, so decoding
// can never run any.

// Caps bounds what Decode accepts; a zero field means the default.
type Caps struct {
	// Bytes bounds the whole encoding; default 16 MiB.
	Bytes int
	// Items bounds the number of values inside, containers included; default
	// 1<<19. A decoded value takes about 140 bytes an item.
	Items int
	// Depth bounds the nesting; default 200.
	Depth int
}

// Default caps; the drivers keep the same ones.
const (
	DefaultCapBytes = 16 << 20
	DefaultCapItems = 1 << 19
	DefaultCapDepth = 200
)

func (c Caps) filled() Caps {
	if c.Bytes <= 0 {
		c.Bytes = DefaultCapBytes
	}
	if c.Items <= 0 {
		c.Items = DefaultCapItems
	}
	if c.Depth <= 0 {
		c.Depth = DefaultCapDepth
	}
	return c
}

// ErrCodec is wrapped by every error of Decode.
var ErrCodec = errors.New("decode value")

// Decode reads exactly one value from data. The bytes may be hostile: it never
// panics, and uses memory in proportion to len(data) and the caps only.
func Decode(data []byte, caps Caps) (Value, error) {
	caps = caps.filled()
	if len(data) > caps.Bytes {
		return Value{}, fmt.Errorf("%w: %d bytes, at most %d allowed", ErrCodec, len(data), caps.Bytes)
	}
	d := decoder{data: data, items: caps.Items, depth: caps.Depth}
	v, err := d.value(0)
	if err != nil {
		return Value{}, fmt.Errorf("%w: at byte %d: %w", ErrCodec, d.pos, err)
	}
	if d.pos != len(data) {
		return Value{}, fmt.Errorf("%w: %d bytes after the value", ErrCodec, len(data)-d.pos)
	}
	return v, nil
}

type decoder struct {
	data  []byte
	pos   int
	items int
	depth int
}

var (
	errShort = errors.New("unexpected end")
	errItems = errors.New("too many items")
	errDepth = errors.New("nested too deeply")
	errText  = errors.New("text is not UTF-8 with lone surrogates")
)

func (d *decoder) value(depth int) (Value, error) {
	if depth > d.depth {
		return Value{}, errDepth
	}
	if d.items--; d.items < 0 {
		return Value{}, errItems
	}
	if d.pos >= len(d.data) {
		return Value{}, errShort
	}
	tag := d.data[d.pos]
	d.pos++
	switch tag {
	case 'N':
		return None(), nil
	case 'U':
		return Undefined(), nil
	case 'T':
		return Bool(true), nil
	case 'F':
		return Bool(false), nil
	case 'i':
		return d.integer()
	case 'f':
		f, err := d.float()
		return Float(f), err
	case 'c':
		re, err := d.float()
		if err != nil {
			return Value{}, err
		}
		im, err := d.float()
		return Complex(re, im), err
	case 's':
		s, err := d.str()
		if err == nil && !ValidWTF8(s) {
			err = errText
		}
		return Str(s), err
	case 'b':
		s, err := d.str()
		return Bytes(s), err
	case 'y':
		s, err := d.str()
		return Value{Kind: KindByteArray, Str: s}, err
	case 'l':
		return d.items1(KindList, 1, depth)
	case 't':
		return d.items1(KindTuple, 1, depth)
	case 'S':
		return d.items1(KindSet, 1, depth)
	case 'Z':
		return d.items1(KindFrozenSet, 1, depth)
	case 'd':
		return d.items1(KindDict, 2, depth)
	case 'K':
		return d.class(depth)
	case 'g':
		name, err := d.name()
		if err != nil {
			return Value{}, err
		}
		v, err := d.items1(KindIter, 1, depth)
		v.Type = name
		return v, err
	case 'a':
		return d.array()
	case 'o', 'O':
		name, err := d.name()
		v := Value{Kind: KindObject, Type: name}
		if tag == 'O' {
			v.Int = 1
		}
		return v, err
	case 'e':
		return d.exception()
	}
	d.pos--
	return Value{}, fmt.Errorf("unknown tag %q", tag)
}

func (d *decoder) class(depth int) (Value, error) {
	name, err := d.name()
	if err != nil {
		return Value{}, err
	}
	if name == "" {
		return Value{}, errors.New("container class without a name")
	}
	if d.pos >= len(d.data) {
		return Value{}, errShort
	}
	switch d.data[d.pos] {
	case 'l', 't', 'S', 'Z', 'd':
	default:
		return Value{}, errors.New("class name before a value that is not a container")
	}
	v, err := d.value(depth + 1)
	v.Type = name
	return v, err
}

func (d *decoder) exception() (Value, error) {
	v := Value{Kind: KindError}
	var err error
	if v.Type, err = d.name(); err != nil {
		return Value{}, err
	}
	if v.Own, err = d.name(); err != nil {
		return Value{}, err
	}
	if v.Str, err = d.str(); err != nil {
		return Value{}, err
	}
	if !ValidWTF8(v.Str) {
		return Value{}, errText
	}
	return v, nil
}

func (d *decoder) items1(kind Kind, per, depth int) (Value, error) {
	n, err := d.count()
	if err != nil {
		return Value{}, err
	}
	n *= per
	// Each item takes at least one byte, so a count beyond the rest is a lie,
	// and nothing is allocated for it.
	if n > len(d.data)-d.pos {
		return Value{}, errShort
	}
	if n > d.items {
		return Value{}, errItems
	}
	v := Value{Kind: kind}
	if n == 0 {
		return v, nil
	}
	v.Items = make([]Value, 0, min(n, 1024))
	for range n {
		item, err := d.value(depth + 1)
		if err != nil {
			return Value{}, err
		}
		v.Items = append(v.Items, item)
	}
	return v, nil
}

func (d *decoder) count() (int, error) {
	start := d.pos
	n := 0
	for ; d.pos < len(d.data); d.pos++ {
		c := d.data[d.pos]
		if c == ';' {
			digits := d.pos - start
			if digits == 0 || digits > 1 && d.data[start] == '0' {
				return 0, errors.New("malformed count")
			}
			d.pos++
			return n, nil
		}
		if c < '0' || c > '9' || d.pos-start >= 9 {
			return 0, errors.New("malformed count")
		}
		n = n*10 + int(c-'0')
	}
	return 0, errShort
}

func (d *decoder) str() (string, error) {
	n, err := d.count()
	if err != nil {
		return "", err
	}
	if n > len(d.data)-d.pos {
		return "", errShort
	}
	s := string(d.data[d.pos : d.pos+n])
	d.pos += n
	return s, nil
}

// name reads a class name: short valid text.
func (d *decoder) name() (string, error) {
	s, err := d.str()
	if err != nil {
		return "", err
	}
	if len(s) > 256 || !ValidWTF8(s) {
		return "", errors.New("malformed name")
	}
	return s, nil
}

func (d *decoder) float() (float64, error) {
	if len(d.data)-d.pos < 8 {
		return 0, errShort
	}
	f := math.Float64frombits(binary.BigEndian.Uint64(d.data[d.pos:]))
	d.pos += 8
	return f, nil
}

func (d *decoder) integer() (Value, error) {
	s, err := d.str()
	if err != nil {
		return Value{}, err
	}
	digits := s
	if s != "" && s[0] == '-' {
		digits = s[1:]
	}
	if digits == "" || digits[0] == '0' && s != "0" {
		return Value{}, errors.New("malformed integer")
	}
	for i := range len(digits) {
		c := digits[i]
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return Value{}, errors.New("malformed integer")
		}
	}
	if len(digits) <= 15 {
		i, err := strconv.ParseInt(s, 16, 64)
		return Int(i), err
	}
	b, ok := new(big.Int).SetString(s, 16)
	if !ok {
		return Value{}, errors.New("malformed integer")
	}
	return BigInt(b), nil
}

func (d *decoder) array() (Value, error) {
	v := Value{Kind: KindArray}
	var err error
	if v.Type, err = d.name(); err != nil {
		return Value{}, err
	}
	size, ok := DtypeSize(v.Type)
	if !ok {
		return Value{}, fmt.Errorf("array of unknown dtype %q", v.Type)
	}
	ndim, err := d.count()
	if err != nil {
		return Value{}, err
	}
	if ndim > 64 {
		return Value{}, errors.New("array of too many dimensions")
	}
	n, rows := 1, 1 // an array of no elements has rows all the same
	for range ndim {
		dim, err := d.count()
		if err != nil {
			return Value{}, err
		}
		v.Shape = append(v.Shape, dim)
		n *= dim
		if rows *= max(dim, 1); rows > DefaultCapBytes {
			return Value{}, errItems
		}
	}
	if v.Str, err = d.str(); err != nil {
		return Value{}, err
	}
	if len(v.Str) != n*size {
		return Value{}, fmt.Errorf("array of %d elements has %d bytes, want %d", n, len(v.Str), n*size)
	}
	if d.items -= rows; d.items < 0 {
		return Value{}, errItems
	}
	return v, nil
}

// DtypeSize returns the size in bytes of an element of an array of the given
// dtype: byte order "<" or "|", then b1, i1 … i8, u1 … u8, f4, f8, c8 or c16.
func DtypeSize(dtype string) (size int, ok bool) {
	switch dtype {
	case "|b1", "|i1", "|u1":
		return 1, true
	case "<i2", "<u2":
		return 2, true
	case "<i4", "<u4", "<f4":
		return 4, true
	case "<i8", "<u8", "<f8", "<c8":
		return 8, true
	case "<c16":
		return 16, true
	}
	return 0, false
}

// ValidWTF8 reports whether s is UTF-8 in which surrogates may also appear, each
// as its own three-byte form.
func ValidWTF8(s string) bool {
	for i := 0; i < len(s); {
		if s[i] < 0x80 {
			i++
			continue
		}
		_, n := decodeRune(s[i:])
		if n == 0 {
			return false
		}
		i += n
	}
	return true
}
