package compare

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

func pySorted(args []Value, named map[string]Value) (Value, error) {
	if _, ok := named["key"]; ok || len(args) != 1 {
		return Value{}, unsupported("sorted with a key")
	}
	items, err := PyIterate(&args[0])
	if err != nil {
		return Value{}, err
	}
	reverse := named["reverse"]
	sign := 1
	if reverse.Truth() {
		sign = -1
	}
	items = slices.Clone(items)
	slices.SortStableFunc(items, func(a, b Value) int {
		c, oerr := pyOrder(&a, &b)
		if oerr != nil && err == nil {
			err = oerr
		}
		if c == Unordered {
			return 0
		}
		return sign * c
	})
	if err != nil {
		return Value{}, err
	}
	return List(items...), nil
}

func pyExtreme(name string, args []Value, named map[string]Value) (Value, error) {
	if len(named) > 0 || len(args) == 0 {
		return Value{}, unsupported("named arguments of %s", name)
	}
	items := args
	if len(args) == 1 {
		var err error
		if items, err = PyIterate(&args[0]); err != nil {
			return Value{}, err
		}
		if len(items) == 0 {
			return Value{}, raise("ValueError", "%s() arg is an empty sequence", name)
		}
	}
	best := items[0]
	for i := range items[1:] {
		c, err := pyOrder(&items[i+1], &best)
		if err != nil {
			return Value{}, err
		}
		if c != Unordered && (c < 0 && name == "min" || c > 0 && name == "max") {
			best = items[i+1]
		}
	}
	return best, nil
}

func pyRange(args []Value) (Value, error) {
	if len(args) == 0 || len(args) > 3 {
		return Value{}, unsupported("range with %d arguments", len(args))
	}
	bounds := [3]int64{0, 0, 1}
	for i := range args {
		if args[i].Kind != KindInt && args[i].Kind != KindBool || args[i].Big != nil {
			return Value{}, raise("TypeError", "'%s' object cannot be interpreted as an integer", args[i].TypeName())
		}
		bounds[i] = args[i].Int
	}
	if len(args) == 1 {
		bounds[0], bounds[1] = 0, bounds[0]
	}
	lo, hi, step := bounds[0], bounds[1], bounds[2]
	if step == 0 {
		return Value{}, raise("ValueError", "range() arg 3 must not be zero")
	}
	out := Value{Kind: KindIter, Type: "range"}
	if step > 0 && lo >= hi || step < 0 && lo <= hi {
		return out, nil
	}
	if n := (float64(hi) - float64(lo)) / float64(step); n > maxPySteps {
		return Value{}, unsupported("a range of this length")
	}
	for i := lo; step > 0 && i < hi || step < 0 && i > hi; i += step {
		out.Items = append(out.Items, Int(i))
		if step > 0 && i > math.MaxInt64-step || step < 0 && i < math.MinInt64-step {
			break
		}
	}
	return out, nil
}

func pyZip(args []Value) (Value, error) {
	out := Value{Kind: KindIter}
	cols := make([][]Value, len(args))
	n := math.MaxInt
	for i := range args {
		var err error
		if cols[i], err = PyIterate(&args[i]); err != nil {
			return Value{}, err
		}
		n = min(n, len(cols[i]))
	}
	if len(args) == 0 {
		return out, nil
	}
	for r := range n {
		row := make([]Value, len(cols))
		for c := range cols {
			row[c] = cols[c][r]
		}
		out.Items = append(out.Items, Tuple(row...))
	}
	return out, nil
}

func pyEnumerate(a *Value, start int64) (Value, error) {
	items, err := PyIterate(a)
	if err != nil {
		return Value{}, err
	}
	out := Value{Kind: KindIter}
	for i := range items {
		out.Items = append(out.Items, Tuple(Int(start+int64(i)), items[i]))
	}
	return out, nil
}

func pySum(a *Value, start Value) (Value, error) {
	items, err := PyIterate(a)
	if err != nil {
		return Value{}, err
	}
	for i := range items {
		if start, err = pyBinary("+", &start, &items[i]); err != nil {
			return Value{}, err
		}
	}
	return start, nil
}

// pyRound rounds half to even, in decimal, exactly as Python does.
func pyRound(args []Value) (Value, error) {
	if len(args) == 0 || len(args) > 2 {
		return Value{}, unsupported("round with %d arguments", len(args))
	}
	a := args[0]
	if a.Kind == KindArray && len(a.Shape) == 0 {
		a = a.plain()
	}
	if a.Kind != KindFloat {
		if a.Kind == KindInt || a.Kind == KindBool {
			if len(args) == 2 && args[1].Kind != KindNone && args[1].Int < 0 {
				return Value{}, unsupported("rounding an integer to tens")
			}
			return BigInt(a.BigOf()), nil
		}
		return Value{}, raise("TypeError", "type %s doesn't define __round__ method", a.TypeName())
	}
	if len(args) == 1 || args[1].Kind == KindNone {
		return pyInt(new(Float(math.RoundToEven(a.Float))))
	}
	if args[1].Kind != KindInt && args[1].Kind != KindBool || args[1].Big != nil {
		return Value{}, raise("TypeError", "'%s' object cannot be interpreted as an integer", args[1].TypeName())
	}
	n := args[1].Int
	if math.IsNaN(a.Float) || math.IsInf(a.Float, 0) || n > 330 {
		return a, nil
	}
	if n < 0 {
		return Value{}, unsupported("rounding a float to tens")
	}
	f, err := strconv.ParseFloat(strconv.FormatFloat(a.Float, 'f', int(n), 64), 64)
	if err != nil {
		return Value{}, raise("OverflowError", "rounded value too large to represent")
	}
	return Float(f), nil
}

func pyIsClose(args []Value, named map[string]Value) (Value, error) {
	if len(args) != 2 {
		return Value{}, unsupported("math.isclose with %d arguments", len(args))
	}
	rel, abs := 1e-9, 0.0
	for k, val := range named {
		f, ok := val.Float64()
		if !ok || f < 0 {
			return Value{}, unsupported("this tolerance")
		}
		switch k {
		case "rel_tol":
			rel = f
		case "abs_tol":
			abs = f
		default:
			return Value{}, unsupported("the argument %s of math.isclose", k)
		}
	}
	for i := range args {
		if args[i].Kind == KindArray && len(args[i].Shape) == 0 {
			args[i] = args[i].plain()
		}
	}
	x, ok1 := args[0].Float64()
	y, ok2 := args[1].Float64()
	if !ok1 || !ok2 {
		return Value{}, raise("TypeError", "must be real number")
	}
	if x == y {
		return Bool(true), nil
	}
	if math.IsInf(x, 0) || math.IsInf(y, 0) {
		return Bool(false), nil
	}
	d := math.Abs(x - y)
	return Bool(d <= math.Abs(rel*y) || d <= math.Abs(rel*x) || d <= abs), nil
}

func (v *PyEnv) method(e *PyExpr) (Value, error) {
	name := e.Args[0].Name
	if !PyMethods(name) || len(e.Keys) > 0 {
		return Value{}, unsupported("a call of the method %s", name)
	}
	self, err := v.Eval(e.Args[0].Args[0])
	if err != nil {
		return Value{}, err
	}
	args := make([]Value, len(e.Args)-1)
	for i := range args {
		if args[i], err = v.Eval(e.Args[1+i]); err != nil {
			return Value{}, err
		}
	}
	missing := raise("AttributeError", "'%s' object has no attribute '%s'", self.TypeName(), name)
	switch {
	case self.Kind == KindDict && len(args) == 0 && (name == "items" || name == "keys" || name == "values"):
		out := Value{Kind: KindIter, Type: "dict_" + name}
		for i := 0; i < len(self.Items); i += 2 {
			switch name {
			case "items":
				out.Items = append(out.Items, Tuple(self.Items[i], self.Items[i+1]))
			case "keys":
				out.Items = append(out.Items, self.Items[i])
			default:
				out.Items = append(out.Items, self.Items[i+1])
			}
		}
		return out, nil
	case name == "get" && self.Kind == KindDict && (len(args) == 1 || len(args) == 2):
		for i := 0; i < len(self.Items); i += 2 {
			if (PyRule{}).Equal(&self.Items[i], &args[0]) {
				return self.Items[i+1], nil
			}
		}
		if len(args) == 2 {
			return args[1], nil
		}
		return None(), nil
	case name == "copy" && len(args) == 0 && (self.Kind == KindList || self.Kind == KindDict || self.Kind == KindSet):
		return self, nil
	case name == "tolist" && self.Kind == KindArray && len(args) == 0:
		return self.plain(), nil
	case (name == "startswith" || name == "endswith") && self.Kind == KindStr && len(args) == 1 && args[0].Kind == KindStr:
		if name == "startswith" {
			return Bool(strings.HasPrefix(self.Str, args[0].Str)), nil
		}
		return Bool(strings.HasSuffix(self.Str, args[0].Str)), nil
	case (name == "split" || name == "upper" || name == "lower") && self.Kind == KindStr:
		return pyASCII(name, &self, args)
	case name == "join" && self.Kind == KindStr && len(args) == 1:
		return pyJoin(&self, &args[0])
	case name == "count" && self.Kind == KindStr && len(args) == 1 && args[0].Kind == KindStr && args[0].Str != "":
		return Int(int64(strings.Count(self.Str, args[0].Str))), nil
	case (name == "count" || name == "index") && isSeq(&self) && len(args) == 1:
		n := 0
		for i := range self.Items {
			if (PyRule{}).Equal(&self.Items[i], &args[0]) {
				if name == "index" {
					return Int(int64(i)), nil
				}
				n++
			}
		}
		if name == "index" {
			return Value{}, raise("ValueError", "value is not in list")
		}
		return Int(int64(n)), nil
	}
	return Value{}, missing
}

// pyASCII is a method of ASCII text; what other characters do differs between
// Unicode versions.
func pyASCII(name string, self *Value, args []Value) (Value, error) {
	for i := range len(self.Str) {
		if c := self.Str[i]; c >= 0x80 || c >= 0x1c && c <= 0x1f {
			return Value{}, unsupported("%s of this text", name)
		}
	}
	switch {
	case name == "upper" && len(args) == 0:
		return Str(strings.ToUpper(self.Str)), nil
	case name == "lower" && len(args) == 0:
		return Str(strings.ToLower(self.Str)), nil
	case name == "split" && len(args) == 0:
		return strList(strings.Fields(self.Str)), nil
	case name == "split" && len(args) == 1 && args[0].Kind == KindStr && args[0].Str != "":
		return strList(strings.Split(self.Str, args[0].Str)), nil
	}
	return Value{}, unsupported("%s with these arguments", name)
}

func strList(parts []string) Value {
	items := make([]Value, len(parts))
	for i, p := range parts {
		items[i] = Str(p)
	}
	return List(items...)
}

func pyJoin(sep, list *Value) (Value, error) {
	items, err := PyIterate(list)
	if err != nil {
		return Value{}, err
	}
	parts, size := make([]string, len(items)), 0
	for i := range items {
		if items[i].Kind != KindStr {
			return Value{}, raise("TypeError", "sequence item %d: expected str instance, %s found", i, items[i].TypeName())
		}
		parts[i] = items[i].Str
		if size += len(sep.Str) + len(parts[i]); size > maxPyLen {
			return Value{}, unsupported("a text of this length")
		}
	}
	return Str(strings.Join(parts, sep.Str)), nil
}

func (v *PyEnv) index(e *PyExpr) (Value, error) {
	a, err := v.Eval(e.Args[0])
	if err != nil {
		return Value{}, err
	}
	if a.Kind == KindArray {
		a = a.plain()
	}
	if e.Args[1].Node == PySlice {
		return v.slice(&a, e.Args[1])
	}
	i, err := v.Eval(e.Args[1])
	if err != nil {
		return Value{}, err
	}
	if a.Kind == KindDict {
		for j := 0; j < len(a.Items); j += 2 {
			if (PyRule{}).Equal(&a.Items[j], &i) {
				return a.Items[j+1], nil
			}
		}
		return Value{}, raise("KeyError", "%s", PyReprClip(&i, 60))
	}
	items, err := pySequence(&a)
	if err != nil {
		return Value{}, err
	}
	if i.Kind != KindInt && i.Kind != KindBool {
		return Value{}, raise("TypeError", "%s indices must be integers or slices, not %s", a.TypeName(), i.TypeName())
	}
	n := i.Int
	if n < 0 {
		n += int64(len(items))
	}
	if i.Big != nil || n < 0 || n >= int64(len(items)) {
		return Value{}, raise("IndexError", "%s index out of range", a.TypeName())
	}
	return items[n], nil
}

func pySequence(a *Value) ([]Value, error) {
	switch {
	case isSeq(a), a.Kind == KindStr, a.Kind == KindBytes, a.Kind == KindByteArray, a.Kind == KindIter && a.Type == "range":
		return PyIterate(a)
	}
	return nil, raise("TypeError", "'%s' object is not subscriptable", a.TypeName())
}

func (v *PyEnv) slice(a *Value, s *PyExpr) (Value, error) {
	if a.Type == "deque" {
		return Value{}, raise("TypeError", "sequence index must be integer, not 'slice'")
	}
	items, err := pySequence(a)
	if err != nil {
		return Value{}, err
	}
	step := int64(1)
	var bound [2]*int64
	for k, part := range s.Args {
		if part == nil {
			continue
		}
		val, err := v.Eval(part)
		if err != nil {
			return Value{}, err
		}
		switch {
		case val.Kind == KindNone:
		case val.Kind != KindInt && val.Kind != KindBool:
			return Value{}, raise("TypeError", "slice indices must be integers or None")
		case val.Big != nil:
			return Value{}, unsupported("a slice of this size")
		case k == 2:
			step = val.Int
		default:
			bound[k] = new(val.Int)
		}
	}
	if step == 0 {
		return Value{}, raise("ValueError", "slice step cannot be zero")
	}
	n := int64(len(items))
	step = min(max(step, -n-1), n+1) // a longer stride selects the same, and cannot overflow
	lo, hi := int64(0), n
	if step < 0 {
		lo, hi = n-1, -1
	}
	clamp := func(p *int64, def int64) int64 {
		if p == nil {
			return def
		}
		i := *p
		if i < 0 {
			i += n
		}
		if step > 0 {
			return min(max(i, 0), n)
		}
		return min(max(i, -1), n-1)
	}
	lo, hi = clamp(bound[0], lo), clamp(bound[1], hi)
	var out []Value
	for i := lo; step > 0 && i < hi || step < 0 && i > hi; i += step {
		out = append(out, items[i])
	}
	if a.Kind != KindStr && a.Kind != KindBytes && a.Kind != KindByteArray {
		return Value{Kind: a.Kind, Type: a.Type, Items: out}, nil
	}
	var b strings.Builder
	for i := range out {
		if a.Kind == KindStr {
			b.WriteString(out[i].Str)
		} else {
			b.WriteByte(byte(out[i].Int))
		}
	}
	return Value{Kind: a.Kind, Str: b.String()}, nil
}
