package compare

import (
	"errors"
	"math"
	bigint "math/big"
	"testing"

	"pgregory.net/rapid"
)

func TestCheckPyAcceptsHonest(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		v := genValue(3, false).Draw(t, "v")
		if err := CheckPy(&v); err != nil {
			t.Fatalf("%s: %v", PyReprClip(&v, 200), err)
		}
	})
}

// A set or dict of which one entry is sent twice is refused, whatever it holds
// and however deep it lies.
func TestCheckPyRefusesTwice(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		x := genValue(2, true).Filter(func(v Value) bool { return (PyRule{}).Equal(&v, &v) }).Draw(t, "x")
		y := genValue(2, false).Draw(t, "y")
		v := rapid.SampledFrom([]Value{
			Set(x, x), {Kind: KindFrozenSet, Items: []Value{x, x}}, Dict(x, y, x, y),
			{Kind: KindDict, Type: "Counter", Items: []Value{x, y, x, y}},
			{Kind: KindIter, Type: "dict_keys", Items: []Value{x, x}},
			{Kind: KindIter, Type: "dict_items", Items: []Value{Tuple(x, y), Tuple(x, y)}},
		}).Draw(t, "v")
		for _, v := range []Value{v, List(v), Tuple(Int(1), v), Dict(Int(1), v)} {
			if _, err := DecodePy(Encode(nil, &v), Caps{}); !errors.Is(err, ErrForged) {
				t.Fatalf("%s: %v", PyReprClip(&v, 200), err)
			}
		}
	})
}

func TestCheckPy(t *testing.T) {
	t.Parallel()
	iter := func(class string, items ...Value) Value { return Value{Kind: KindIter, Type: class, Items: items} }
	for name, v := range map[string]Value{
		"equal numbers":            Set(Int(1), Bool(true)),
		"zeros":                    Set(Float(0), Float(math.Copysign(0, -1))),
		"scalar and its number":    Set(Value{Kind: KindArray, Type: "|i1", Str: "\x01"}, Int(1)),
		"unhashable element":       Set(List()),
		"unhashable key":           Dict(Dict(), Int(1)),
		"view as a key":            Dict(iter("dict_keys"), Int(1)),
		"undefined":                List(Undefined()),
		"object inside":            List(Value{Kind: KindObject, Type: "X"}),
		"exception":                {Kind: KindError, Type: "ValueError"},
		"list of another class":    {Kind: KindList, Type: "Counter"},
		"dict of another class":    {Kind: KindDict, Type: "Map"},
		"set of another class":     {Kind: KindSet, Type: "x"},
		"iterator of another":      iter("Map Iterator"),
		"uneven range":             iter("range", Int(1), Int(2), Int(4)),
		"range without a step":     iter("range", Int(1), Int(1)),
		"range of text":            iter("range", Str("a")),
		"items that are no pairs":  iter("dict_items", Int(1)),
		"items with one key twice": iter("dict_items", Tuple(Int(1), Int(2)), Tuple(Int(1), Int(3))),
	} {
		if err := CheckPy(&v); !errors.Is(err, ErrForged) {
			t.Errorf("%s: %v", name, err)
		}
	}
	nan := Float(math.NaN())
	for name, v := range map[string]Value{
		"two NaN":        Set(nan, nan),
		"generators":     Set(iter("", Int(1)), iter("", Int(1))),
		"values":         iter("dict_values", Int(1), Int(1)),
		"range":          iter("range", Int(7), Int(4), Int(1)),
		"object":         {Kind: KindObject, Type: "X"},
		"deque":          {Kind: KindList, Type: "deque", Items: []Value{Int(1), Int(1)}},
		"unhashable in ": iter("dict_items", Tuple(Int(1), List()), Tuple(Int(2), List())),
	} {
		if err := CheckPy(&v); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Keys that round to one float, or are nested, are told apart in little time.
func TestCheckPyIsFast(t *testing.T) {
	t.Parallel()
	big := make([]Value, 0, 20000)
	base := new(bigint.Int).Lsh(bigint.NewInt(1), 300)
	for i := range 20000 {
		big = append(big, BigInt(new(bigint.Int).Add(base, bigint.NewInt(int64(i)))))
	}
	if v := Set(big...); CheckPy(&v) != nil {
		t.Error(CheckPy(&v))
	}
	deep := Value{Kind: KindFrozenSet}
	for range 100000 {
		deep.Items = append(deep.Items, Int(int64(len(deep.Items))))
	}
	for range 190 {
		deep = Value{Kind: KindFrozenSet, Items: []Value{deep, Int(0)}}
	}
	if err := CheckPy(&deep); !errors.Is(err, ErrForged) {
		t.Errorf("nested keys: %v", err)
	}
}

func TestCheckJS(t *testing.T) {
	t.Parallel()
	for name, v := range map[string]Value{
		"element twice":      Set(Float(1), Float(1)),
		"NaN twice":          Set(Float(math.NaN()), Float(math.NaN())),
		"zeros":              Set(Float(0), Float(math.Copysign(0, -1))),
		"key twice":          Dict(Str("a"), Float(1), Str("a"), Float(1)),
		"key of a Map twice": {Kind: KindDict, Type: "Map", Items: []Value{Float(1), None(), Float(1), None()}},
		"key that is no str": Dict(Float(1), Float(1)),
		"nested":             List(List(Set(Str("x"), Str("x")))),
		"tuple":              Tuple(Float(1)),
		"frozenset":          {Kind: KindFrozenSet},
		"bytes":              Bytes("x"),
		"complex":            Complex(1, 1),
		"date of text":       {Kind: KindTuple, Type: "Date", Items: []Value{Str("x")}},
		"Map that is a list": {Kind: KindList, Type: "Map"},
		"iterator":           {Kind: KindIter, Type: "range"},
		"elements iterated":  {Kind: KindIter, Type: "Set Iterator", Items: []Value{None(), None()}},
		"matrix":             {Kind: KindArray, Type: "<f8", Shape: []int{1, 1}, Str: "12345678"},
	} {
		if err := CheckJS(&v); !errors.Is(err, ErrForged) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, v := range map[string]Value{
		"objects that look alike": Set(List(), List()),
		"Map":                     {Kind: KindDict, Type: "Map", Items: []Value{Float(1), None(), Str("1"), None(), Bool(true), None(), Int(1), None(), List(), None(), List(), None()}},
		"object":                  Dict(Str("a"), Undefined(), Str("b"), Value{Kind: KindObject, Type: "function"}),
		"instance":                {Kind: KindDict, Type: "class A", Items: []Value{Str("a"), None()}},
		"invalid date":            {Kind: KindTuple, Type: "Date", Items: []Value{Float(math.NaN())}},
		"generator":               {Kind: KindIter, Items: []Value{Float(1), Float(1)}},
		"array":                   {Kind: KindList, Type: "class Stack"},
	} {
		if err := CheckJS(&v); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
