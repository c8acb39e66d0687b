package compare

import (
	"math"
	"math/big"
)

// Kind says which of the fields of a Value hold it.
type Kind uint8

// Kinds of values. The zero value is invalid, so that a forgotten Value is
// never equal to anything.
const (
	KindInvalid   Kind = iota
	KindNone           // Python None, JavaScript null
	KindUndefined      // JavaScript undefined
	KindBool           // Int is 0 or 1
	KindInt            // Int, or Big when it does not fit; JavaScript bigint
	KindFloat          // Float; every JavaScript number
	KindComplex        // Float and Imag
	KindStr            // Str in WTF-8: UTF-8 in which a lone surrogate takes three bytes
	KindBytes          // Str
	KindByteArray      // Str; also JavaScript's Uint8Array
	KindList           // Items
	KindTuple          // Items
	KindSet            // Items, in the order sent
	KindFrozenSet      // Items
	KindDict           // Items holds key, value, key, value …, in insertion order
	KindIter           // Items: a generator, iterator, range or view that was run to its end
	KindArray          // Type is the dtype, Shape the dimensions, Str the elements in C order
	KindObject         // Type names a class whose values cannot cross
	KindError          // Type is the nearest builtin class, Str the message, Items nil
)

// Value is a value of Python or JavaScript, held outside the process that made
// it. Which fields are meaningful depends on Kind; the others are zero. Values
// are immutable by convention and may share memory.
type Value struct {
	Kind Kind
	// Int holds a KindInt that fits, and a KindBool as 0 or 1. In a KindObject
	// it is 1 when the object's own truth value is false.
	Int int64
	// Big holds a KindInt outside the range of int64, and only that.
	Big *big.Int
	// Float is a KindFloat or the real part of a KindComplex, Imag the other part.
	Float, Imag float64
	// Str is text, bytes, array elements, or the message of an exception.
	Str string
	// Type names what the Kind does not: the dtype of an array ("<f8"), the
	// class of an object or exception, the class of a container that is not the
	// plain one ("Counter", "deque", "Map", "range").
	Type string
	// Own is the candidate's own class of a KindError, when it is not Type.
	Own   string
	Items []Value
	Shape []int
}

// None returns Python's None and JavaScript's null.
func None() Value { return Value{Kind: KindNone} }

// Undefined returns JavaScript's undefined.
func Undefined() Value { return Value{Kind: KindUndefined} }

// Bool returns a boolean.
func Bool(b bool) Value {
	if b {
		return Value{Kind: KindBool, Int: 1}
	}
	return Value{Kind: KindBool}
}

// Int returns an integer.
func Int(i int64) Value { return Value{Kind: KindInt, Int: i} }

// BigInt returns an integer of any size; it keeps i, which must not change.
func BigInt(i *big.Int) Value {
	if i.IsInt64() {
		return Int(i.Int64())
	}
	return Value{Kind: KindInt, Big: i}
}

// Float returns a floating-point number.
func Float(f float64) Value { return Value{Kind: KindFloat, Float: f} }

// Complex returns a complex number.
func Complex(re, im float64) Value { return Value{Kind: KindComplex, Float: re, Imag: im} }

// Str returns a string; s is WTF-8.
func Str(s string) Value { return Value{Kind: KindStr, Str: s} }

// Bytes returns a byte string.
func Bytes(s string) Value { return Value{Kind: KindBytes, Str: s} }

// List returns a list (JavaScript: Array).
func List(items ...Value) Value { return Value{Kind: KindList, Items: items} }

// Tuple returns a tuple.
func Tuple(items ...Value) Value { return Value{Kind: KindTuple, Items: items} }

// Set returns a set. Items that are equal to each other must be given once;
// see Distinct.
func Set(items ...Value) Value { return Value{Kind: KindSet, Items: items} }

// Dict returns a dictionary (JavaScript: plain object) from alternating keys
// and values.
func Dict(pairs ...Value) Value { return Value{Kind: KindDict, Items: pairs} }

// Len returns the number of elements of a container, pairs counting once, and
// the number of characters of a string; -1 for what has no length.
func (v *Value) Len() int {
	switch v.Kind {
	case KindList, KindTuple, KindSet, KindFrozenSet:
		return len(v.Items)
	case KindDict:
		return len(v.Items) / 2
	case KindIter:
		if v.Type == "" {
			return -1 // a generator has no len()
		}
		return len(v.Items)
	case KindStr:
		return runeCount(v.Str)
	case KindBytes, KindByteArray:
		return len(v.Str)
	case KindArray:
		if len(v.Shape) > 0 {
			return v.Shape[0]
		}
	}
	return -1
}

// IsNumber reports whether v is a bool, int or float.
func (v *Value) IsNumber() bool {
	return v.Kind == KindBool || v.Kind == KindInt || v.Kind == KindFloat
}

// BigOf returns a bool or int as a big integer; the result must not be changed.
func (v *Value) BigOf() *big.Int {
	if v.Big != nil {
		return v.Big
	}
	return big.NewInt(v.Int)
}

// Float64 returns a bool, int or float as a float, rounding to nearest, even;
// ok is false for other kinds and for integers too large.
func (v *Value) Float64() (f float64, ok bool) {
	switch v.Kind {
	case KindFloat:
		return v.Float, true
	case KindBool, KindInt:
		if v.Big == nil {
			return float64(v.Int), true
		}
		f, _ = new(big.Float).SetInt(v.Big).Float64()
		return f, !math.IsInf(f, 0)
	}
	return 0, false
}

// Mutable reports whether v holds something that a callee could change in
// place.
func (v *Value) Mutable() bool {
	switch v.Kind {
	case KindList, KindSet, KindDict, KindByteArray, KindArray, KindIter, KindObject:
		return true
	case KindTuple:
		for i := range v.Items {
			if v.Items[i].Mutable() {
				return true
			}
		}
	}
	return false
}

// TypeName returns the name a person knows the value's type by.
func (v *Value) TypeName() string {
	switch v.Kind {
	case KindNone:
		return "None"
	case KindUndefined:
		return "undefined"
	case KindBool:
		return "bool"
	case KindInt:
		return "int"
	case KindFloat:
		return "float"
	case KindComplex:
		return "complex"
	case KindStr:
		return "str"
	case KindBytes:
		return "bytes"
	case KindArray:
		return "ndarray"
	}
	if v.Type != "" {
		return v.Type
	}
	switch v.Kind {
	case KindByteArray:
		return "bytearray"
	case KindList:
		return "list"
	case KindTuple:
		return "tuple"
	case KindSet:
		return "set"
	case KindFrozenSet:
		return "frozenset"
	case KindDict:
		return "dict"
	case KindIter:
		return "generator"
	case KindError:
		return "exception"
	}
	return "object"
}

func runeCount(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i]&0xC0 != 0x80 {
			n++
		}
	}
	return n
}
