package compare

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// PyFunctions reports whether name is a builtin, or "math."-qualified function,
// that Eval knows.
func PyFunctions(name string) bool {
	switch name {
	case "abs", "all", "any", "bool", "dict", "enumerate", "float", "frozenset", "int", "isinstance", "len", "list",
		"max", "min", "range", "repr", "reversed", "round", "set", "sorted", "str", "sum", "tuple", "type", "zip",
		"math.isclose", "math.fabs", "math.floor", "math.ceil", "math.sqrt", "math.isnan", "math.isinf",
		"math.factorial", "math.gcd":
		return true
	}
	return false
}

// PyMethods reports whether name is a method that Eval knows.
func PyMethods(name string) bool {
	switch name {
	case "items", "keys", "values", "get", "count", "index", "startswith", "endswith", "tolist", "copy", "join",
		"split", "upper", "lower":
		return true
	}
	return false
}

func (v *PyEnv) attr(e *PyExpr) (Value, error) {
	if e.Args[0].Node == PyVar && e.Args[0].Name == "math" {
		switch e.Name {
		case "pi":
			return Float(math.Pi), nil
		case "e":
			return Float(math.E), nil
		case "inf":
			return Float(math.Inf(1)), nil
		case "nan":
			return Float(math.NaN()), nil
		}
	}
	return Value{}, unsupported("the attribute %s", e.Name)
}

// pyTypeName returns the builtin type a name stands for.
func pyTypeName(e *PyExpr) (string, bool) {
	if e.Node == PyConst && e.Value.Kind == KindNone {
		return "NoneType", true
	}
	if e.Node != PyVar {
		return "", false
	}
	switch e.Name {
	case "int", "float", "bool", "str", "list", "tuple", "dict", "set", "frozenset", "bytes", "complex":
		return e.Name, true
	}
	return "", false
}

// typeTest answers "type(x) == list", with "is" and "!=" too.
func (v *PyEnv) typeTest(e *PyExpr) (Value, bool, error) {
	call := e.Args[0]
	if len(e.Keys) != 1 || call.Node != PyCall || call.Args[0].Node != PyVar || call.Args[0].Name != "type" || len(call.Args) != 2 {
		return Value{}, false, nil
	}
	name, ok := pyTypeName(e.Args[1])
	if !ok {
		return Value{}, true, unsupported("a type test against an expression")
	}
	val, err := v.Eval(call.Args[1])
	if err != nil {
		return Value{}, true, err
	}
	same := exactType(&val) == name
	switch e.Keys[0] {
	case "==", "is":
		return Bool(same), true, nil
	case "!=", "is not":
		return Bool(!same), true, nil
	}
	return Value{}, true, unsupported("the operator %s on types", e.Keys[0])
}

func exactType(v *Value) string {
	if v.Kind == KindNone {
		return "NoneType"
	}
	return v.TypeName()
}

func (v *PyEnv) isinstance(e *PyExpr) (Value, error) {
	if len(e.Args) != 3 {
		return Value{}, unsupported("isinstance with %d arguments", len(e.Args)-1)
	}
	val, err := v.Eval(e.Args[1])
	if err != nil {
		return Value{}, err
	}
	types := []*PyExpr{e.Args[2]}
	if e.Args[2].Node == PyTupleOf {
		types = e.Args[2].Args
	}
	have := exactType(&val)
	for _, t := range types {
		name, ok := pyTypeName(t)
		if !ok {
			return Value{}, unsupported("isinstance against an expression")
		}
		if have == name || have == "bool" && name == "int" ||
			val.Kind == KindDict && name == "dict" || val.Kind == KindArray && name == "float" && val.Type == "<f8" && len(val.Shape) == 0 {
			return Bool(true), nil
		}
	}
	return Bool(false), nil
}

func (v *PyEnv) call(e *PyExpr) (Value, error) {
	fn := e.Args[0]
	name := ""
	switch {
	case fn.Node == PyVar:
		name = fn.Name
		if _, shadowed := v.Vars[name]; shadowed {
			return Value{}, unsupported("a call of a variable")
		}
	case fn.Node == PyAttr && fn.Args[0].Node == PyVar && fn.Args[0].Name == "math":
		name = "math." + fn.Name
	case fn.Node == PyAttr:
		return v.method(e)
	}
	if name == "isinstance" {
		return v.isinstance(e)
	}
	if !PyFunctions(name) {
		return Value{}, unsupported("a call of %s", name)
	}
	n := len(e.Args) - 1 - len(e.Keys)
	args := make([]Value, n)
	for i := range args {
		var err error
		if args[i], err = v.Eval(e.Args[1+i]); err != nil {
			return Value{}, err
		}
	}
	named := map[string]Value{}
	var pairs []Value
	for i, k := range e.Keys {
		val, err := v.Eval(e.Args[1+n+i])
		if err != nil {
			return Value{}, err
		}
		named[k] = val
		pairs = append(pairs, Str(k), val)
	}
	if name == "dict" && n == 0 {
		return NewDict(pairs)
	}
	return pyCallBuiltin(name, args, named)
}

func pyCallBuiltin(name string, args []Value, named map[string]Value) (Value, error) {
	switch name {
	case "round":
		if val, ok := named["ndigits"]; ok {
			args = append(args, val)
		}
		return pyRound(args)
	case "sorted":
		return pySorted(args, named)
	case "math.isclose":
		return pyIsClose(args, named)
	case "min", "max":
		return pyExtreme(name, args, named)
	case "range":
		return pyRange(args)
	}
	if len(named) > 0 {
		return Value{}, unsupported("named arguments of %s", name)
	}
	if len(args) == 0 {
		switch name {
		case "list":
			return List(), nil
		case "tuple":
			return Tuple(), nil
		case "set":
			return Set(), nil
		case "frozenset":
			return Value{Kind: KindFrozenSet}, nil
		case "dict":
			return Dict(), nil
		case "str":
			return Str(""), nil
		case "int":
			return Int(0), nil
		case "float":
			return Float(0), nil
		case "bool":
			return Bool(false), nil
		}
	}
	if name == "zip" {
		return pyZip(args)
	}
	if name == "sum" && len(args) == 2 {
		return pySum(&args[0], args[1])
	}
	if name == "enumerate" && len(args) == 2 {
		return pyEnumerate(&args[0], args[1].Int)
	}
	if name == "math.gcd" && len(args) == 2 && args[0].Kind == KindInt && args[1].Kind == KindInt {
		x, y := new(big.Int).Abs(args[0].BigOf()), new(big.Int).Abs(args[1].BigOf())
		return BigInt(new(big.Int).GCD(nil, nil, x, y)), nil
	}
	if len(args) != 1 {
		return Value{}, unsupported("%s with %d arguments", name, len(args))
	}
	return pyCallUnary(name, &args[0])
}

func pyCallUnary(name string, a *Value) (Value, error) {
	if a.Kind == KindArray && len(a.Shape) == 0 {
		a = new(a.plain())
	}
	switch name {
	case "abs":
		return pyAbs(a)
	case "bool":
		return Bool(a.Truth()), nil
	case "len":
		if n := a.Len(); n >= 0 {
			return Int(int64(n)), nil
		}
		return Value{}, raise("TypeError", "object of type '%s' has no len()", a.TypeName())
	case "str", "repr":
		return pyStr(name, a)
	case "int":
		return pyInt(a)
	case "float":
		return pyToFloat(a)
	case "list", "tuple", "set", "frozenset", "sum", "all", "any", "reversed", "enumerate", "dict":
		return pyCallIter(name, a)
	}
	return pyMath(name, a)
}

func pyCallIter(name string, a *Value) (Value, error) {
	if name == "dict" && a.Kind == KindDict {
		return Value{Kind: KindDict, Items: a.Items}, nil
	}
	items, err := PyIterate(a)
	if err != nil {
		return Value{}, err
	}
	switch name {
	case "list":
		return List(items...), nil
	case "tuple":
		return Tuple(items...), nil
	case "set":
		return NewSet(KindSet, items)
	case "frozenset":
		return NewSet(KindFrozenSet, items)
	case "sum":
		return pySum(a, Int(0))
	case "enumerate":
		return pyEnumerate(a, 0)
	case "reversed":
		if isSeq(a) || a.Kind == KindStr || a.Kind == KindBytes || a.Kind == KindByteArray || a.Kind == KindDict || a.Kind == KindArray || a.Kind == KindIter && a.Type != "" {
			break
		}
		return Value{}, raise("TypeError", "'%s' object is not reversible", a.TypeName())
	}
	switch name {
	case "reversed":
		items = slices.Clone(items)
		slices.Reverse(items)
		return Value{Kind: KindIter, Items: items}, nil
	case "all", "any":
		for i := range items {
			if items[i].Truth() == (name == "any") {
				return Bool(name == "any"), nil
			}
		}
		return Bool(name == "all"), nil
	}
	pairs := make([]Value, 0, 2*len(items))
	for i := range items {
		kv, err := PyIterate(&items[i])
		if err != nil {
			return Value{}, err
		}
		if len(kv) != 2 {
			return Value{}, raise("ValueError", "dictionary update sequence element has length %d; 2 is required", len(kv))
		}
		pairs = append(pairs, kv...)
	}
	return NewDict(pairs)
}

func pyAbs(a *Value) (Value, error) {
	switch a.Kind {
	case KindFloat:
		return Float(math.Abs(a.Float)), nil
	case KindComplex:
		return Float(math.Hypot(a.Float, a.Imag)), nil
	case KindInt, KindBool:
		return BigInt(new(big.Int).Abs(a.BigOf())), nil
	}
	return Value{}, raise("TypeError", "bad operand type for abs(): '%s'", a.TypeName())
}

func pyStr(name string, a *Value) (Value, error) {
	switch a.Kind {
	case KindStr:
		if name == "str" {
			return *a, nil
		}
		return pyReprValue(a)
	case KindFloat:
		return Str(pyFloatRepr(a.Float, false)), nil
	case KindNone, KindBool, KindInt, KindBytes:
		if a.Big == nil || a.Big.BitLen() < 4000 {
			return pyReprValue(a)
		}
	case KindList, KindTuple:
		if a.Type == "" {
			v, err := pyReprValue(a)
			v.Str = strings.NewReplacer("float('inf')", "inf", "float('-inf')", "-inf", "float('nan')", "nan").Replace(v.Str)
			return v, err
		}
	}
	return Value{}, unsupported("the text of a %s", a.TypeName())
}

func pyInt(a *Value) (Value, error) {
	switch a.Kind {
	case KindInt, KindBool:
		return BigInt(a.BigOf()), nil
	case KindFloat:
		if math.IsNaN(a.Float) {
			return Value{}, raise("ValueError", "cannot convert float NaN to integer")
		}
		if math.IsInf(a.Float, 0) {
			return Value{}, raise("OverflowError", "cannot convert float infinity to integer")
		}
		i, _ := big.NewFloat(a.Float).Int(nil)
		return BigInt(i), nil
	case KindStr:
		s := strings.TrimSpace(a.Str)
		sign := ""
		if strings.HasPrefix(s, "-") || strings.HasPrefix(s, "+") {
			sign, s = s[:1], s[1:]
		}
		if s != "" && strings.Trim(s, "0123456789") == "" && len(s) <= 4300 {
			i, _ := new(big.Int).SetString(sign+s, 10)
			return BigInt(i), nil
		}
		return Value{}, raise("ValueError", "invalid literal for int() with base 10: %s", PyReprClip(a, 60))
	}
	return Value{}, raise("TypeError", "int() argument must be a string or a number, not '%s'", a.TypeName())
}

func pyToFloat(a *Value) (Value, error) {
	if a.Kind == KindStr {
		s := strings.ToLower(strings.TrimSpace(a.Str))
		switch strings.TrimLeft(s, "+-") {
		case "inf", "infinity", "nan":
			f, _ := strconv.ParseFloat(s, 64)
			return Float(f), nil
		}
		f, ok := pyFloat(s)
		if !ok {
			return Value{}, raise("ValueError", "could not convert string to float: %s", PyReprClip(a, 60))
		}
		return Float(f), nil
	}
	f, ok := a.Float64()
	if !ok {
		return Value{}, raise("TypeError", "float() argument must be a string or a number, not '%s'", a.TypeName())
	}
	return Float(f), nil
}

func pyMath(name string, a *Value) (Value, error) {
	if name == "math.factorial" {
		if a.Kind != KindInt || a.Big != nil || a.Int < 0 || a.Int > 2000 {
			return Value{}, unsupported("this factorial")
		}
		return BigInt(new(big.Int).MulRange(1, a.Int)), nil
	}
	if (name == "math.floor" || name == "math.ceil") && (a.Kind == KindInt || a.Kind == KindBool) {
		return BigInt(a.BigOf()), nil
	}
	f, ok := a.Float64()
	if !ok {
		return Value{}, raise("TypeError", "must be real number, not %s", a.TypeName())
	}
	switch name {
	case "math.fabs":
		return Float(math.Abs(f)), nil
	case "math.isnan":
		return Bool(math.IsNaN(f)), nil
	case "math.isinf":
		return Bool(math.IsInf(f, 0)), nil
	case "math.sqrt":
		if f < 0 {
			return Value{}, raise("ValueError", "math domain error")
		}
		return Float(math.Sqrt(f)), nil
	case "math.floor":
		return pyInt(new(Float(math.Floor(f))))
	case "math.ceil":
		return pyInt(new(Float(math.Ceil(f))))
	}
	return Value{}, unsupported("a call of %s", name)
}

func pyReprValue(a *Value) (Value, error) {
	text, ok := PyReprMax(a, maxPyLen)
	if !ok {
		return Value{}, unsupported("a text of this length")
	}
	return Str(text), nil
}
