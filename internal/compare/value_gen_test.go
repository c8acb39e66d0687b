package compare

import (
	"math"
	"math/big"
	"slices"

	"pgregory.net/rapid"
)

// genValue generates values that Python can hold. hashable restricts them to
// what a set or dict key may be.
func genValue(depth int, hashable bool) *rapid.Generator[Value] {
	scalar := []*rapid.Generator[Value]{
		rapid.Just(None()),
		rapid.Map(rapid.Bool(), Bool),
		rapid.Map(rapid.Int64(), Int),
		rapid.Map(rapid.IntRange(-3, 3), func(i int) Value { return Int(int64(i)) }),
		rapid.Custom(func(t *rapid.T) Value {
			b := new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "big"))
			if rapid.Bool().Draw(t, "neg") {
				b.Neg(b)
			}
			return BigInt(b)
		}),
		rapid.Map(rapid.Float64(), Float),
		rapid.Map(rapid.SampledFrom([]float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), 1, -1, 0.1, 1e16, 1e-5, 1e300, 5e-324}), Float),
		rapid.Custom(func(t *rapid.T) Value {
			return Complex(rapid.Float64().Draw(t, "re"), rapid.Float64().Draw(t, "im"))
		}),
		rapid.Map(rapid.String(), Str),
		rapid.Custom(func(t *rapid.T) Value {
			var b []byte
			for _, r := range rapid.SliceOfN(rapid.Int32Range(0xD7F0, 0xE010), 0, 6).Draw(t, "runes") {
				b = appendRune(b, r)
			}
			return Str(string(b))
		}),
		rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 8), func(b []byte) Value { return Bytes(string(b)) }),
	}
	if depth <= 0 {
		return rapid.OneOf(scalar...)
	}
	list := func(kind Kind) *rapid.Generator[Value] {
		return rapid.Map(rapid.SliceOfN(genValue(depth-1, hashable || kind == KindSet || kind == KindFrozenSet), 0, 4),
			func(items []Value) Value {
				if kind == KindSet || kind == KindFrozenSet {
					v, err := NewSet(kind, items)
					if err != nil {
						panic(err)
					}
					return v
				}
				return Value{Kind: kind, Items: items}
			})
	}
	all := slices.Concat(scalar, []*rapid.Generator[Value]{list(KindTuple), list(KindFrozenSet)})
	if !hashable {
		all = append(all, list(KindList), list(KindSet), rapid.Custom(func(t *rapid.T) Value {
			var pairs []Value
			for range rapid.IntRange(0, 4).Draw(t, "n") {
				pairs = append(pairs, genValue(depth-1, true).Draw(t, "k"), genValue(depth-1, false).Draw(t, "v"))
			}
			v, err := NewDict(pairs)
			if err != nil {
				panic(err)
			}
			return v
		}), rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 8), func(b []byte) Value { return Value{Kind: KindByteArray, Str: string(b)} }))
	}
	return rapid.OneOf(all...)
}
