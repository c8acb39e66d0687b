package compare

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"
)

// What the wire form can say is more than what a program can hold: a set with
// the same element four times has the size of one with four elements, and each
// of its elements is in that one. A candidate can write to the descriptor that
// its driver writes to, so what was read from it must be such as the language
// could have made, or a comparison could hold that no value of the language
// satisfies.

// ErrForged is wrapped by the errors of CheckPy, CheckJS and what calls them.
var ErrForged = errors.New("no value of the language")

func forged(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrForged, fmt.Sprintf(format, args...))
}

// DecodePy reads a value that the Python driver is said to have encoded; see
// Decode and CheckPy.
func DecodePy(data []byte, caps Caps) (Value, error) {
	v, err := Decode(data, caps)
	if err == nil {
		err = CheckPy(&v)
	}
	return v, err
}

// DecodeJS reads a value that the JavaScript driver is said to have encoded;
// see Decode and CheckJS.
func DecodeJS(data []byte, caps Caps) (Value, error) {
	v, err := Decode(data, caps)
	if err == nil {
		err = CheckJS(&v)
	}
	return v, err
}

// CheckPy reports why v cannot be a value that the Python driver has encoded:
// equal elements in a set, equal keys in a dict or a view of one, keys that
// cannot be hashed, a range that is none, kinds that are JavaScript's. The
// error wraps ErrForged.
func CheckPy(v *Value) error {
	switch v.Kind {
	case KindObject:
		return nil // on its own; never inside another value
	case KindError:
		return forged("an exception in place of a value")
	}
	c := pyChecker{left: 8 * DefaultCapItems}
	return c.value(v)
}

// pyChecker bounds the work that hostile keys can make.
type pyChecker struct {
	left int // values still to be hashed
}

// weight is the number of values in a key.
func weight(v *Value) int {
	n := 1
	if v.Kind == KindTuple || v.Kind == KindFrozenSet || v.Kind == KindIter {
		for i := range v.Items {
			n += weight(&v.Items[i])
		}
	}
	return n
}

func (c *pyChecker) value(v *Value) error {
	switch v.Kind {
	case KindNone, KindBool, KindInt, KindFloat, KindComplex, KindStr, KindBytes, KindByteArray, KindArray:
		return nil
	case KindList:
		if v.Type != "" && v.Type != "deque" {
			return forged("a list of class %q", v.Type)
		}
		return c.items(v.Items)
	case KindTuple:
		if v.Type != "" {
			return forged("a tuple of class %q", v.Type)
		}
		return c.items(v.Items)
	case KindSet, KindFrozenSet:
		if v.Type != "" {
			return forged("a set of class %q", v.Type)
		}
		if err := c.items(v.Items); err != nil {
			return err
		}
		return c.keys(v.Items, 1)
	case KindDict:
		switch v.Type {
		case "", "Counter", "OrderedDict", "defaultdict":
		default:
			return forged("a dict of class %q", v.Type)
		}
		if err := c.items(v.Items); err != nil {
			return err
		}
		return c.keys(v.Items, 2)
	case KindIter:
		return c.iter(v)
	case KindInvalid, KindUndefined, KindObject, KindError:
	}
	return forged("a %s in a Python value", v.TypeName())
}

func (c *pyChecker) items(items []Value) error {
	for i := range items {
		if err := c.value(&items[i]); err != nil {
			return err
		}
	}
	return nil
}

// keys demands that every step-th item can be hashed and is not equal to
// another one.
func (c *pyChecker) keys(items []Value, step int) error {
	for i := 0; i < len(items); i += step {
		if !hashable(&items[i]) {
			return forged("a key of type %s", items[i].TypeName())
		}
	}
	if len(items) <= step {
		return nil
	}
	// Hashing a key looks at all that is in it, once for each level that it is
	// nested in.
	for i := 0; i < len(items); i += step {
		if c.left -= weight(&items[i]); c.left < 0 {
			return forged("keys that are nested too much")
		}
	}
	e := pyEqual{budget: 1 << 24}
	index := e.index(nil, 1)
	for i := 0; i < len(items); i += step {
		h := e.hash(&items[i], 0)
		exact := pyEqual{seed: e.seed, seeded: true, budget: e.budget}
		for _, j := range index[h] {
			if exact.equal(&items[i], &items[j], 0) {
				return forged("equal keys: %s", PyReprClip(&items[i], 60))
			}
		}
		if e.budget = exact.budget; e.budget < 0 {
			return forged("keys made to collide")
		}
		index[h] = append(index[h], i)
	}
	return nil
}

func (c *pyChecker) iter(v *Value) error {
	if err := c.items(v.Items); err != nil {
		return err
	}
	switch v.Type {
	case "", "dict_values":
		return nil
	case "dict_keys":
		return c.keys(v.Items, 1)
	case "dict_items":
		keys := make([]Value, len(v.Items))
		for i := range v.Items {
			if v.Items[i].Kind != KindTuple || len(v.Items[i].Items) != 2 {
				return forged("a dict item that is no pair")
			}
			keys[i] = v.Items[i].Items[0]
		}
		return c.keys(keys, 1)
	case "range":
		return checkPyRange(v.Items)
	}
	return forged("an iterator of class %q", v.Type)
}

func checkPyRange(items []Value) error {
	for i := range items {
		if items[i].Kind != KindInt {
			return forged("a range of %s", items[i].TypeName())
		}
		if i < 2 {
			if i == 1 && CompareNumbers(&items[0], &items[1]) == 0 {
				return forged("a range without a step")
			}
			continue
		}
		step := new(big.Int).Sub(items[1].BigOf(), items[0].BigOf())
		if here := new(big.Int).Sub(items[i].BigOf(), items[i-1].BigOf()); here.Cmp(step) != 0 {
			return forged("a range of uneven steps")
		}
	}
	return nil
}

// CheckJS is CheckPy for values of the JavaScript driver. A Set or a Map may
// hold objects that look alike, because they need not be the same object.
func CheckJS(v *Value) error {
	switch v.Kind {
	case KindNone, KindUndefined, KindBool, KindFloat, KindInt, KindStr, KindByteArray, KindObject, KindError:
		return nil
	case KindArray:
		if len(v.Shape) != 1 {
			return forged("a typed array of %d dimensions", len(v.Shape))
		}
		return nil
	case KindList, KindSet, KindDict, KindTuple, KindIter:
	case KindInvalid, KindComplex, KindBytes, KindFrozenSet:
		return forged("a %s in a JavaScript value", v.TypeName())
	}
	for i := range v.Items {
		if err := CheckJS(&v.Items[i]); err != nil {
			return err
		}
	}
	own := strings.HasPrefix(v.Type, "class ")
	switch {
	case v.Kind == KindSet && (v.Type == "" || own),
		v.Kind == KindIter && v.Type == "Set Iterator":
		return checkJSKeys(v.Items, 1, true)
	case v.Kind == KindIter && (v.Type == "" || v.Type == "Map Iterator"):
		return nil
	case v.Kind == KindList && (v.Type == "" || own || v.Type == "null prototype"):
		return nil
	case v.Kind == KindDict && (v.Type == "" || v.Type == "null prototype"):
		return checkJSKeys(v.Items, 2, false)
	case v.Kind == KindDict && (v.Type == "Map" || own):
		return checkJSKeys(v.Items, 2, true)
	case v.Kind == KindTuple:
		return checkJSBoxed(v, own)
	}
	return forged("a %s of class %q", v.TypeName(), v.Type)
}

// checkJSKeys demands that no two primitive keys are the same; where others may
// not be, every key is a string.
func checkJSKeys(items []Value, step int, others bool) error {
	seen := make(map[string]bool, len(items)/step)
	var wire []byte
	for i := 0; i < len(items); i += step {
		k := items[i]
		switch k.Kind {
		case KindStr:
		case KindNone, KindUndefined, KindBool, KindInt, KindFloat:
			if !others {
				return forged("a key of an object that is no string")
			}
			if k.Kind == KindFloat && k.Float == 0 {
				k.Float = 0 // -0 is the same key
			}
			if math.IsNaN(k.Float) {
				k.Float = math.NaN() // whatever its bits
			}
		default:
			if !others {
				return forged("a key of an object that is no string")
			}
			continue
		}
		wire = Encode(wire[:0], &k)
		if seen[string(wire)] {
			return forged("equal keys: %s", PyReprClip(&k, 60))
		}
		seen[string(wire)] = true
	}
	return nil
}

// checkJSBoxed checks what the driver sends for dates, regular expressions and
// boxed primitives.
func checkJSBoxed(v *Value, own bool) error {
	kinds := make([]Kind, len(v.Items))
	for i := range v.Items {
		kinds[i] = v.Items[i].Kind
	}
	is := func(want ...Kind) bool {
		if len(want) != len(kinds) {
			return false
		}
		for i := range want {
			if want[i] != kinds[i] {
				return false
			}
		}
		return true
	}
	date := is(KindFloat) && math.IsNaN(v.Items[0].Float) || is(KindFloat, KindStr)
	regexp := is(KindStr, KindStr)
	ok := date || regexp || is(KindFloat) || is(KindStr) || is(KindBool)
	switch v.Type {
	case "Date":
		ok = date
	case "RegExp":
		ok = regexp
	case "Number":
		ok = is(KindFloat)
	case "String":
		ok = is(KindStr)
	case "Boolean":
		ok = is(KindBool)
	default:
		ok = ok && (own || v.Type == "null prototype")
	}
	if !ok {
		return forged("contents that a %s has not", v.TypeName())
	}
	return nil
}
