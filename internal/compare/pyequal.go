package compare

import (
	"encoding/binary"
	"hash/maphash"
	"math"
	"math/big"
	"strings"
)

// PyRule says when two Python values are equal. The zero PyRule is Python's own
// == between builtin values.
type PyRule struct {
	// Strict also demands the same types all the way down: True is not 1, and 1
	// is not 1.0. The sign of zero still does not count.
	Strict bool
	// Abs and Rel accept numbers of which at least one is a float when
	// |got-want| <= Abs or |got-want| <= Rel*|want|, at any depth except in dict
	// keys and set elements.
	Abs, Rel float64
	// Sequences makes lists and tuples the same, for expected values that come
	// from JSON, which has one kind only.
	Sequences bool
}

// Equal reports whether got equals want. NaN equals nothing, not even itself;
// objects, exceptions and exhausted iterators equal nothing.
func (r PyRule) Equal(got, want *Value) bool {
	e := pyEqual{PyRule: r, budget: 1 << 24}
	return e.equal(got, want, 0)
}

type pyEqual struct {
	PyRule
	seed   maphash.Seed
	seeded bool
	budget int // comparisons left, against hostile collisions
}

func (e *pyEqual) tolerant() bool { return e.Abs > 0 || e.Rel > 0 }

func (e *pyEqual) equal(a, b *Value, depth int) bool {
	if e.budget--; e.budget < 0 || depth > 2*DefaultCapDepth {
		return false
	}
	if a.Kind == KindArray || b.Kind == KindArray {
		return e.arrays(a, b, depth)
	}
	if a.IsNumber() && b.IsNumber() || a.Kind == KindComplex || b.Kind == KindComplex {
		return e.numbers(a, b)
	}
	if e.Strict && (a.Kind != b.Kind || a.Type != b.Type) && !(e.Sequences && isSeq(a) && isSeq(b)) {
		return false
	}
	switch a.Kind {
	case KindNone, KindUndefined:
		return a.Kind == b.Kind
	case KindStr:
		return b.Kind == KindStr && a.Str == b.Str
	case KindBytes, KindByteArray:
		return (b.Kind == KindBytes || b.Kind == KindByteArray) && a.Str == b.Str
	case KindList, KindTuple:
		if !isSeq(b) || !e.Sequences && (a.Kind != b.Kind || (a.Type == "deque") != (b.Type == "deque")) {
			return false
		}
		return e.items(a.Items, b.Items, depth)
	case KindSet, KindFrozenSet:
		return isSet(b) && e.sets(a, b)
	case KindDict:
		return b.Kind == KindDict && e.dicts(a, b, depth)
	case KindIter:
		switch {
		case a.Type == "range" && b.Type == "range" && b.Kind == KindIter:
			return e.items(a.Items, b.Items, depth)
		case isSet(a) && isSet(b):
			return e.sets(a, b)
		}
	case KindInvalid, KindBool, KindInt, KindFloat, KindComplex, KindArray, KindObject, KindError:
	}
	return false
}

func isSeq(v *Value) bool { return v.Kind == KindList || v.Kind == KindTuple }

// isSet reports whether v compares as a set: sets, and views of dict keys and
// items.
func isSet(v *Value) bool {
	return v.Kind == KindSet || v.Kind == KindFrozenSet ||
		v.Kind == KindIter && (v.Type == "dict_keys" || v.Type == "dict_items")
}

func (e *pyEqual) items(a, b []Value, depth int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !e.equal(&a[i], &b[i], depth+1) {
			return false
		}
	}
	return true
}

func (e *pyEqual) numbers(a, b *Value) bool {
	if e.Strict && a.Kind != b.Kind {
		return false
	}
	if a.Kind == KindComplex || b.Kind == KindComplex {
		if a.Kind != b.Kind && !e.tolerant() { // a real number is compared exactly
			c, x := a, b
			if b.Kind == KindComplex {
				c, x = b, a
			}
			real := Float(c.Float)
			return c.Imag == 0 && x.IsNumber() && CompareNumbers(&real, x) == 0
		}
		ar, ai, ok1 := complexParts(a)
		br, bi, ok2 := complexParts(b)
		if !ok1 || !ok2 {
			return false
		}
		return ar == br && ai == bi || e.tolerant() && e.close(math.Hypot(ar-br, ai-bi), math.Hypot(br, bi))
	}
	if CompareNumbers(a, b) == 0 {
		return true
	}
	if !e.tolerant() || a.Kind != KindFloat && b.Kind != KindFloat {
		return false
	}
	x, ok1 := a.Float64()
	y, ok2 := b.Float64()
	return ok1 && ok2 && e.close(x-y, y)
}

// close reports whether a difference is within the tolerance; infinities and
// NaN never are.
func (e *pyEqual) close(diff, want float64) bool {
	diff = math.Abs(diff)
	return !math.IsInf(want, 0) && (diff <= e.Abs || diff <= e.Rel*math.Abs(want))
}

func complexParts(v *Value) (re, im float64, ok bool) {
	if v.Kind == KindComplex {
		return v.Float, v.Imag, true
	}
	re, ok = v.Float64()
	return re, 0, ok
}

// Unordered is what CompareNumbers returns when a NaN is involved.
const Unordered = 2

// CompareNumbers compares two bools, ints or floats by their exact
// mathematical values, as Python does: -1, 0 or 1, or Unordered.
func CompareNumbers(a, b *Value) int {
	switch {
	case a.Kind == KindFloat && b.Kind == KindFloat:
		return compareFloats(a.Float, b.Float)
	case a.Kind == KindFloat:
		if c := compareIntFloat(b, a.Float); c != Unordered {
			return -c
		}
		return Unordered
	case b.Kind == KindFloat:
		return compareIntFloat(a, b.Float)
	case a.Big == nil && b.Big == nil:
		switch {
		case a.Int < b.Int:
			return -1
		case a.Int > b.Int:
			return 1
		}
		return 0
	}
	return a.BigOf().Cmp(b.BigOf())
}

func compareFloats(x, y float64) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	case x == y:
		return 0
	}
	return Unordered
}

func compareIntFloat(i *Value, f float64) int {
	switch {
	case math.IsNaN(f):
		return Unordered
	case math.IsInf(f, 1):
		return -1
	case math.IsInf(f, -1):
		return 1
	case i.Big == nil && i.Int > -1<<53 && i.Int < 1<<53:
		return compareFloats(float64(i.Int), f)
	}
	return new(big.Float).SetPrec(0).SetInt(i.BigOf()).Cmp(big.NewFloat(f))
}

func (e *pyEqual) sets(a, b *Value) bool {
	if len(a.Items) != len(b.Items) {
		return false
	}
	index := e.index(b.Items, 1)
	for i := range a.Items {
		if e.find(index, b.Items, &a.Items[i]) < 0 {
			return false
		}
	}
	return true
}

func (e *pyEqual) dicts(a, b *Value, depth int) bool {
	if len(a.Items) != len(b.Items) {
		return false
	}
	if a.Type == "OrderedDict" && b.Type == "OrderedDict" {
		return e.items(a.Items, b.Items, depth)
	}
	index := e.index(b.Items, 2)
	for i := 0; i < len(a.Items); i += 2 {
		j := e.find(index, b.Items, &a.Items[i])
		if j < 0 || !e.equal(&a.Items[i+1], &b.Items[j+1], depth+1) {
			return false
		}
	}
	return true
}

// index maps hashes to the positions of the keys in items, one each per step.
func (e *pyEqual) index(items []Value, step int) map[uint64][]int {
	if !e.seeded {
		e.seed, e.seeded = maphash.MakeSeed(), true
	}
	m := make(map[uint64][]int, len(items)/step)
	for i := 0; i < len(items); i += step {
		h := e.hash(&items[i], 0)
		m[h] = append(m[h], i)
	}
	return m
}

// find returns the position of the key in items, or -1. Keys compare exactly,
// whatever the tolerance.
func (e *pyEqual) find(index map[uint64][]int, items []Value, key *Value) int {
	exact := pyEqual{PyRule: PyRule{Strict: e.Strict, Sequences: e.Sequences}, seed: e.seed, seeded: true, budget: e.budget}
	for _, i := range index[e.hash(key, 0)] {
		if exact.equal(key, &items[i], 0) {
			e.budget = exact.budget
			return i
		}
	}
	e.budget = exact.budget
	return -1
}

// hash is equal for values that are equal under any rule.
func (e *pyEqual) hash(v *Value, depth int) uint64 {
	var h maphash.Hash
	h.SetSeed(e.seed)
	if depth > DefaultCapDepth {
		return 0
	}
	switch v.Kind {
	case KindBool, KindInt, KindFloat, KindComplex:
		if v.Kind == KindComplex && v.Imag != 0 {
			h.WriteByte('c')
			break
		}
		f := v.Float
		if v.Kind == KindBool || v.Kind == KindInt {
			f, _ = v.Float64()
			if CompareNumbers(v, &Value{Kind: KindFloat, Float: f}) != 0 {
				// No float equals it, and many such round to the same one.
				h.WriteString(v.BigOf().Text(62))
				break
			}
		}
		if f == 0 {
			f = 0 // -0.0 equals 0.0
		}
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], math.Float64bits(f))
		h.Write(b[:])
	case KindStr:
		h.WriteByte('s')
		h.WriteString(v.Str)
	case KindBytes, KindByteArray:
		h.WriteByte('b')
		h.WriteString(v.Str)
	case KindList, KindTuple:
		h.WriteByte('t')
		var b [8]byte
		for i := range v.Items {
			binary.LittleEndian.PutUint64(b[:], e.hash(&v.Items[i], depth+1))
			h.Write(b[:])
		}
	case KindSet, KindFrozenSet:
		var sum uint64
		for i := range v.Items {
			sum += e.hash(&v.Items[i], depth+1)
		}
		return sum
	case KindArray:
		if len(v.Shape) == 0 { // a NumPy scalar equals its number
			if _, ok := DtypeSize(v.Type); ok {
				number := v.plain()
				return e.hash(&number, depth)
			}
		}
		h.WriteByte(byte(v.Kind))
	case KindInvalid, KindNone, KindUndefined, KindDict, KindIter, KindObject, KindError:
		h.WriteByte(byte(v.Kind))
	}
	return h.Sum64()
}

// arrays compares when at least one side is an array: a NumPy array or scalar.
// Against a list the shapes must agree, as numpy.array_equal demands; a scalar
// compares as its number.
func (e *pyEqual) arrays(a, b *Value, depth int) bool {
	if e.Strict && (a.Kind != b.Kind || a.Type != b.Type || len(a.Shape) != len(b.Shape)) {
		return false
	}
	x, y := a.plain(), b.plain()
	if x.Kind == KindTuple {
		x.Kind = KindList
	}
	if y.Kind == KindTuple {
		y.Kind = KindList
	}
	loose := pyEqual{PyRule: PyRule{Abs: e.Abs, Rel: e.Rel, Sequences: true}, budget: e.budget}
	ok := loose.equal(&x, &y, depth+1)
	e.budget = loose.budget
	return ok
}

// plain turns an array into nested lists, and a scalar array into its number.
func (v *Value) plain() Value {
	if v.Kind != KindArray {
		return *v
	}
	flat := v.elements().Items
	if len(v.Shape) == 0 {
		return flat[0]
	}
	for d := len(v.Shape) - 1; d > 0; d-- {
		n := v.Shape[d]
		rows := 1
		for _, s := range v.Shape[:d] {
			rows *= s
		}
		next := make([]Value, rows)
		for i := range next {
			next[i] = List(flat[i*n : (i+1)*n]...)
		}
		flat = next
	}
	return List(flat...)
}

// elements returns the elements of an array as a flat list.
func (v *Value) elements() Value {
	size, ok := DtypeSize(v.Type)
	if !ok {
		return List()
	}
	out := make([]Value, 0, len(v.Str)/size)
	for s := v.Str; len(s) >= size; s = s[size:] {
		out = append(out, arrayElement(v.Type, s[:size]))
	}
	return List(out...)
}

func arrayElement(dtype, s string) Value {
	var u uint64
	for i := min(len(s), 8) - 1; i >= 0; i-- {
		u = u<<8 | uint64(s[i])
	}
	bits := uint(8 * len(s))
	kind := strings.TrimLeft(dtype, "<|")[0]
	switch {
	case kind == 'b':
		return Bool(u != 0)
	case kind == 'i':
		return Int(int64(u<<(64-bits)) >> (64 - bits))
	case kind == 'u':
		return BigInt(new(big.Int).SetUint64(u))
	case kind == 'f' && bits == 32:
		return Float(float64(math.Float32frombits(uint32(u))))
	case kind == 'f':
		return Float(math.Float64frombits(u))
	case bits == 64: // c8
		return Complex(float64(math.Float32frombits(uint32(u))), float64(math.Float32frombits(uint32(u>>32))))
	}
	im := arrayElement("<f8", s[8:])
	return Complex(math.Float64frombits(u), im.Float)
}
