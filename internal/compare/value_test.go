package compare

import (
	"bytes"
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCodecRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		v := genValue(3, false).Draw(t, "v")
		wire := Encode(nil, &v)
		got, err := Decode(wire, Caps{})
		if err != nil {
			t.Fatalf("decode %q: %v", wire, err)
		}
		if again := Encode(nil, &got); !bytes.Equal(again, wire) {
			t.Fatalf("encode(decode(%q)) = %q", wire, again)
		}
	})
}

func TestDecodeRefuses(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("l1;", 300) + "N"
	for name, wire := range map[string]string{
		"nothing":                   "",
		"unknown tag":               "?",
		"bytes after the value":     "NN",
		"short count":               "l3",
		"count beyond the end":      "l999999;N",
		"leading zero in count":     "l01;N",
		"endless count":             "l99999999999;",
		"no digits":                 "l;",
		"negative count":            "l-1;",
		"integer without digits":    "i0;",
		"integer with a sign only":  "i1;-",
		"integer with leading zero": "i2;01",
		"integer in capitals":       "i2;FF",
		"integer with a plus":       "i2;+1",
		"short float":               "f1234567",
		"text not UTF-8":            "s1;\xff",
		"overlong text":             "s2;\xc0\x80",
		"too deep":                  deep,
		"class of no container":     "K3;fooi1;1",
		"class without a name":      "K0;l0;",
		"array of objects":          "a2;|O1;1;8;12345678",
		"array that is short":       "a3;<i81;2;8;12345678",
		"array of vast shape":       "a3;<i82;999999999;999999999;0;",
		"array of vast emptiness":   "a3;<f82;16000000;0;0;",
		"array of empty vastness":   "a3;<f82;0;16000000;0;",
		"error that is short":       "e9;Exception0;",
	} {
		if v, err := Decode([]byte(wire), Caps{}); !errors.Is(err, ErrCodec) {
			t.Errorf("%s: got %+v, %v, want ErrCodec", name, v, err)
		}
	}
	if _, err := Decode([]byte("l3;NNN"), Caps{Items: 3}); !errors.Is(err, ErrCodec) {
		t.Errorf("four values under a cap of three: %v", err)
	}
	if _, err := Decode([]byte("s4;abcd"), Caps{Bytes: 6}); !errors.Is(err, ErrCodec) {
		t.Errorf("seven bytes under a cap of six: %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	for _, s := range []string{
		"N", "i3;-ff", "l2;s1;aT", "d1;s1;kS1;f\x00\x00\x00\x00\x00\x00\x00\x00", "K7;Counterd0;",
		"a3;<f81;1;8;\x00\x00\x00\x00\x00\x00\xf0\x3f", "e9;Exception1;E2;hi", "g5;range1;i1;0", "O1;x", "s3;\xed\xa0\x80",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, wire []byte) {
		v, err := Decode(wire, Caps{Items: 1 << 12})
		if err != nil {
			return
		}
		// What was understood has one form only.
		if again := Encode(nil, &v); !bytes.Equal(again, wire) {
			t.Fatalf("decoded %q, encoded %q", wire, again)
		}
		w := v
		(PyRule{}).Equal(&v, &w)
		PyReprClip(&v, 200)
		v.Truth()
	})
}

func TestPyEqual(t *testing.T) {
	t.Parallel()
	big1 := BigInt(new(big.Int).Lsh(big.NewInt(1), 100))
	nan := Float(math.NaN())
	str := Str
	counter := Value{Kind: KindDict, Type: "Counter", Items: []Value{str("a"), Int(1)}}
	array := func(dtype, raw string, shape ...int) Value {
		return Value{Kind: KindArray, Type: dtype, Str: raw, Shape: shape}
	}
	f8 := func(fs ...float64) string {
		var b []byte
		for _, f := range fs {
			u := math.Float64bits(f)
			for i := range 8 {
				b = append(b, byte(u>>(8*i)))
			}
		}
		return string(b)
	}
	tests := []struct {
		name string
		a, b Value
		rule PyRule
		want bool
	}{
		{"bool is int", Bool(true), Int(1), PyRule{}, true},
		{"int is float", Int(1), Float(1), PyRule{}, true},
		{"strict bool", Bool(true), Int(1), PyRule{Strict: true}, false},
		{"strict float", Int(1), Float(1), PyRule{Strict: true}, false},
		{"strict nested", List(Int(1)), List(Float(1)), PyRule{Strict: true}, false},
		{"list is no tuple", List(Int(1)), Tuple(Int(1)), PyRule{}, false},
		{"list as tuple from JSON", List(Int(1)), Tuple(Int(1)), PyRule{Sequences: true}, true},
		{"nan", nan, nan, PyRule{}, false},
		{"nan in a list", List(nan), List(nan), PyRule{}, false},
		{"nan within tolerance", nan, Float(0), PyRule{Abs: 1e9}, false},
		{"zeros", Float(0), Float(math.Copysign(0, -1)), PyRule{}, true},
		{"big int is exact", big1, Float(math.Exp2(100)), PyRule{}, true},
		{"2**53+1 is not its float", Int(1<<53 + 1), Float(1 << 53), PyRule{}, false},
		{"tolerance", Float(0.1 + 0.2), Float(0.3), PyRule{Abs: 1e-9}, true},
		{"no tolerance between ints", Int(5), Int(6), PyRule{Abs: 10}, false},
		{"tolerance of int to float", Int(5), Float(5.5), PyRule{Abs: 1}, true},
		{"tolerance nested", Dict(str("k"), List(Float(1))), Dict(str("k"), List(Float(1.01))), PyRule{Rel: 0.1}, true},
		{"infinity is not near", Float(math.Inf(1)), Float(1e308), PyRule{Rel: 0.5}, false},
		{"infinity expected", Float(1), Float(math.Inf(1)), PyRule{Rel: 0.5}, false},
		{"dict order", Dict(Int(1), Int(2), Int(3), Int(4)), Dict(Int(3), Int(4), Int(1), Int(2)), PyRule{}, true},
		{"dict keys by value", Dict(Bool(true), str("x")), Dict(Float(1), str("x")), PyRule{}, true},
		{"dict value differs", Dict(Int(1), Int(2)), Dict(Int(1), Int(3)), PyRule{}, false},
		{"counter is a dict", counter, Dict(str("a"), Int(1)), PyRule{}, true},
		{"strict counter", counter, Dict(str("a"), Int(1)), PyRule{Strict: true}, false},
		{"sets", Set(Int(1), str("a")), Set(str("a"), Float(1)), PyRule{}, true},
		{"frozenset", Value{Kind: KindFrozenSet, Items: []Value{Int(1)}}, Set(Int(1)), PyRule{}, true},
		{"set of tuples", Set(Tuple(Int(1), Int(2))), Set(Tuple(Int(2), Int(1))), PyRule{}, false},
		{"str is no bytes", str("a"), Bytes("a"), PyRule{}, false},
		{"bytearray is bytes", Value{Kind: KindByteArray, Str: "a"}, Bytes("a"), PyRule{}, true},
		{"none", None(), None(), PyRule{}, true},
		{"none is not zero", None(), Int(0), PyRule{}, false},
		{"object equals nothing", Value{Kind: KindObject, Type: "X"}, Value{Kind: KindObject, Type: "X"}, PyRule{}, false},
		{"generator equals nothing", Value{Kind: KindIter, Items: []Value{Int(1)}}, List(Int(1)), PyRule{}, false},
		{"keys are a set", Value{Kind: KindIter, Type: "dict_keys", Items: []Value{Int(1)}}, Set(Int(1)), PyRule{}, true},
		{"complex", Complex(1, 0), Int(1), PyRule{}, true},
		{"complex is no neighbour of an int", Complex(-1e16, 0), Int(-9999999999999999), PyRule{}, false},
		{"complex is a big int", Complex(1e16, 0), Int(1e16), PyRule{}, true},
		{"complex with a part", Complex(1, 1), Int(1), PyRule{}, false},
		{"complex and text", Complex(1, 0), Str("1"), PyRule{}, false},
		{"complex within tolerance", Complex(1, 0.01), Int(1), PyRule{Abs: 0.1}, true},
		{"complex differs", Complex(1, 2), Complex(1, 3), PyRule{}, false},
		{"array and list", array("<f8", f8(1, 2), 2), List(Int(1), Int(2)), PyRule{}, true},
		{"array shape", array("<f8", f8(1, 2), 2, 1), List(Int(1), Int(2)), PyRule{}, false},
		{"matrix", array("<f8", f8(1, 2, 3, 4), 2, 2), List(List(Int(1), Int(2)), List(Int(3), Int(4))), PyRule{}, true},
		{"numpy scalar", array("<f8", f8(1.5)), Float(1.5), PyRule{}, true},
		{"numpy scalar strict", array("<f8", f8(1.5)), Float(1.5), PyRule{Strict: true}, false},
		{"int8", array("|i1", "\xff", 1), List(Int(-1)), PyRule{}, true},
		{"invalid", Value{}, Value{}, PyRule{}, false},
	}
	for _, tt := range tests {
		if got := tt.rule.Equal(&tt.a, &tt.b); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
		if tt.rule.Rel == 0 {
			if got := tt.rule.Equal(&tt.b, &tt.a); got != tt.want {
				t.Errorf("%s: the other way round %v, want %v", tt.name, got, tt.want)
			}
		}
	}
}

func TestPyEqualHostile(t *testing.T) {
	t.Parallel()
	// Values that all hash alike must not make a comparison quadratic for ever.
	var items []Value
	for i := range 1 << 14 {
		items = append(items, Tuple(Value{Kind: KindDict}, Value{Kind: KindObject, Int: int64(i)}))
	}
	a := Value{Kind: KindSet, Items: items}
	if (PyRule{}).Equal(&a, &a) {
		t.Error("a set of objects equals itself")
	}
}
