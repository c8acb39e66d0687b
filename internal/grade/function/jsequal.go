package function

import (
	"math"
	"math/big"
	"strings"

	"steelyard/internal/compare"
)

// Names that the driver gives to values it does not take apart.
const (
	jsTypeSymbol   = "symbol"
	jsTypeFunction = "function"
	jsTypePromise  = "Promise"
)

// jsStrictEqual is ===. Two objects are never the same one here, because no
// assertion of a row holds the same object twice.
func jsStrictEqual(a, b *compare.Value) bool {
	if jsIsObject(a) || jsIsObject(b) || a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case compare.KindNone, compare.KindUndefined:
		return true
	case compare.KindBool:
		return a.Int == b.Int
	case compare.KindInt:
		return a.BigOf().Cmp(b.BigOf()) == 0
	case compare.KindFloat:
		return a.Float == b.Float
	case compare.KindStr:
		return a.Str == b.Str
	}
	return false
}

// jsSame is Object.is, or SameValueZero when zeros are one.
func jsSame(a, b *compare.Value, zeros bool) bool {
	if a.Kind == compare.KindFloat && b.Kind == compare.KindFloat {
		if math.IsNaN(a.Float) || math.IsNaN(b.Float) {
			return math.IsNaN(a.Float) && math.IsNaN(b.Float)
		}
		return a.Float == b.Float && (zeros || math.Signbit(a.Float) == math.Signbit(b.Float))
	}
	return jsStrictEqual(a, b)
}

// jsLooseEqual is ==.
func jsLooseEqual(a, b *compare.Value) (bool, error) {
	nullish := func(v *compare.Value) bool {
		return v.Kind == compare.KindNone || v.Kind == compare.KindUndefined
	}
	if nullish(a) || nullish(b) {
		return nullish(a) && nullish(b), nil
	}
	if jsIsObject(a) && jsIsObject(b) {
		return false, nil
	}
	pa, err := jsPrimitive(a)
	if err != nil {
		return false, err
	}
	pb, err := jsPrimitive(b)
	if err != nil {
		return false, err
	}
	if pa.Kind == pb.Kind {
		return jsStrictEqual(&pa, &pb), nil
	}
	if pa.Kind == compare.KindObject || pb.Kind == compare.KindObject {
		return false, nil
	}
	order, ok, err := jsRelate(&pa, &pb)
	return ok && order == 0, err
}

// jsRelate compares two primitives as < does; ok is false when they are not
// comparable (NaN).
func jsRelate(a, b *compare.Value) (order int, ok bool, err error) {
	if a.Kind == compare.KindStr && b.Kind == compare.KindStr {
		return jsCompareText(a.Str, b.Str), true, nil
	}
	if a.Kind == compare.KindInt || b.Kind == compare.KindInt {
		x, xok, err := jsBigFloat(a)
		if err != nil {
			return 0, false, err
		}
		y, yok, err := jsBigFloat(b)
		if err != nil || !xok || !yok {
			return 0, false, err
		}
		return x.Cmp(y), true, nil
	}
	x, err := jsNumber(a)
	if err != nil {
		return 0, false, err
	}
	y, err := jsNumber(b)
	if err != nil || math.IsNaN(x) || math.IsNaN(y) {
		return 0, false, err
	}
	switch {
	case x < y:
		return -1, true, nil
	case x > y:
		return 1, true, nil
	}
	return 0, true, nil
}

// jsBigFloat returns a primitive as an exact number; ok is false for NaN.
func jsBigFloat(v *compare.Value) (f *big.Float, ok bool, err error) {
	if v.Kind == compare.KindInt {
		i := v.BigOf()
		return new(big.Float).SetPrec(uint(max(64, i.BitLen()))).SetInt(i), true, nil
	}
	x, err := jsNumber(v)
	if err != nil || math.IsNaN(x) {
		return nil, false, err
	}
	return big.NewFloat(x), true, nil
}

// jsDeep says how two values are compared part by part.
type jsDeep struct {
	loose    bool    // == on primitives, classes ignored (assert.deepEqual)
	zeros    bool    // 0 and -0 are one
	abs, rel float64 // tolerance for numbers
}

// equal reports whether a and b are deeply equal.
func (d jsDeep) equal(a, b *compare.Value) (bool, error) {
	if !jsIsObject(a) || !jsIsObject(b) {
		return d.primitive(a, b)
	}
	if a.Kind == compare.KindObject || b.Kind == compare.KindObject {
		return false, jsOpaque(a)
	}
	if a.Kind != b.Kind || !d.loose && a.Type != b.Type || jsBuiltin(a) != jsBuiltin(b) {
		return false, nil
	}
	switch a.Kind {
	case compare.KindTuple:
		if a.Type == "Date" && len(a.Items) > 0 && len(b.Items) > 0 { // invalid dates are equal to nothing
			return jsStrictEqual(&a.Items[0], &b.Items[0]), nil
		}
		fallthrough
	case compare.KindList, compare.KindIter:
		if len(a.Items) != len(b.Items) {
			return false, nil
		}
		for i := range a.Items {
			if ok, err := d.equal(&a.Items[i], &b.Items[i]); !ok || err != nil {
				return false, err
			}
		}
		return true, nil
	case compare.KindDict:
		return d.matchPairs(a.Items, b.Items, a.Type == "Map")
	case compare.KindSet:
		return d.matchItems(a.Items, b.Items)
	case compare.KindByteArray:
		return a.Str == b.Str, nil
	case compare.KindArray:
		return a.Type == b.Type && a.Str == b.Str, nil
	case compare.KindError:
		return a.Type == b.Type && a.Own == b.Own && a.Str == b.Str, nil
	}
	return false, jsOpaque(a)
}

// jsBuiltin returns the built-in class whose contents v holds, or "" for
// plain objects, arrays and the candidate's own classes.
func jsBuiltin(v *compare.Value) string {
	if strings.HasPrefix(v.Type, "class ") || v.Type == "null prototype" {
		return ""
	}
	return v.Type
}

func (d jsDeep) primitive(a, b *compare.Value) (bool, error) {
	if a.Kind == compare.KindFloat && b.Kind == compare.KindFloat {
		if math.IsNaN(a.Float) && math.IsNaN(b.Float) {
			return true, nil
		}
		if diff := math.Abs(a.Float - b.Float); d.abs > 0 && diff <= d.abs || d.rel > 0 && diff <= d.rel*math.Abs(b.Float) {
			return true, nil
		}
	}
	if d.loose {
		if jsIsObject(a) != jsIsObject(b) {
			return false, nil
		}
		return jsLooseEqual(a, b)
	}
	return jsSame(a, b, d.zeros), nil
}

// matchPairs compares objects, or maps, whose keys may be in any order.
func (d jsDeep) matchPairs(a, b []compare.Value, isMap bool) (bool, error) {
	if len(a) != len(b) {
		return false, nil
	}
	index := make(map[string]int, len(b)/2)
	taken := make([]bool, len(b)) // keys of a Map may look alike and are not one
	for i := 0; i+1 < len(b); i += 2 {
		if b[i].Kind == compare.KindStr {
			index[b[i].Str] = i
		}
	}
	for i := 0; i+1 < len(a); i += 2 {
		j, ok := index[a[i].Str]
		if a[i].Kind != compare.KindStr {
			if !isMap {
				return false, jsOpaque(&a[i])
			}
			ok = false
		}
		if isMap && !ok {
			for k := 0; k+1 < len(b) && !ok; k += 2 {
				if taken[k] {
					continue
				}
				eq, err := d.equal(&a[i], &b[k])
				if err != nil {
					return false, err
				}
				j, ok = k, eq
			}
		}
		if !ok || taken[j] {
			return false, nil
		}
		taken[j] = true
		if eq, err := d.equal(&a[i+1], &b[j+1]); !eq || err != nil {
			return false, err
		}
	}
	return true, nil
}

// matchItems compares sets: each item of a has its own partner in b. Items of a
// set are distinct, and deep equality is an equivalence, so taking the first
// free partner loses nothing.
func (d jsDeep) matchItems(a, b []compare.Value) (bool, error) {
	if len(a) != len(b) {
		return false, nil
	}
	free := make([]bool, len(b))
	primitives := make(map[string]int, len(b))
	for i := range b {
		free[i] = true
		if !jsIsObject(&b[i]) {
			primitives[string(compare.Encode(nil, &b[i]))] = i
		}
	}
	objects := 0
	for i := range a {
		if j, ok := primitives[string(compare.Encode(nil, &a[i]))]; ok && free[j] {
			free[j] = false
			continue
		}
		if objects++; objects > 1000 {
			return false, jsThrow("set too large to compare")
		}
		found := false
		for j := range b {
			if !free[j] {
				continue
			}
			ok, err := d.equal(&a[i], &b[j])
			if err != nil {
				return false, err
			}
			if ok {
				free[j], found = false, true
				break
			}
		}
		if !found {
			return false, nil
		}
	}
	return true, nil
}
