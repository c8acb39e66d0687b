package compare

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
)

// PyRaisedError is an exception that evaluating an expression raised, by the
// rules of Python.
type PyRaisedError struct {
	Type string
	Msg  string
}

func (e *PyRaisedError) Error() string { return e.Type + ": " + e.Msg }

// ErrPyUnsupported is wrapped when an expression needs more of Python than is
// evaluated here: it says nothing about what Python would do.
var ErrPyUnsupported = errors.New("python expression not supported")

// PyEnv is what a Python expression is evaluated in. The zero PyEnv knows the
// builtins only.
type PyEnv struct {
	// Vars are the variables in scope.
	Vars map[string]Value
	// Call, if set, may answer a call in place of the builtins: ok says that it
	// did.
	Call func(e *PyExpr) (v Value, ok bool, err error)
	// Rule is the rule that == and != use.
	Rule PyRule

	steps, depth int
}

// Bounds of an evaluation.
const (
	maxPyLevels = 1000
	maxPySteps  = 1 << 18
	maxPyBits   = 1 << 17
	maxPyLen    = 1 << 22
)

// Eval evaluates e. The error is a *PyRaisedError, or wraps ErrPyUnsupported. It
// runs no code: only literals, operators, comprehensions and a fixed list of
// pure builtins are known.
func (v *PyEnv) Eval(e *PyExpr) (Value, error) {
	if v.steps++; v.steps > maxPySteps {
		return Value{}, unsupported("evaluation of more than %d steps", maxPySteps)
	}
	if v.depth++; v.depth > maxPyLevels { // chains of methods and operators nest without parentheses
		return Value{}, unsupported("an expression of more than %d levels", maxPyLevels)
	}
	defer func() { v.depth-- }()
	switch e.Node {
	case PyConst:
		return e.Value, nil
	case PyVar:
		if val, ok := v.Vars[e.Name]; ok {
			return val, nil
		}
		return Value{}, unsupported("the name %s", e.Name)
	case PyAttr:
		return v.attr(e)
	case PyCall:
		if v.Call != nil {
			if val, ok, err := v.Call(e); ok || err != nil {
				return val, err
			}
		}
		return v.call(e)
	case PyIndex:
		return v.index(e)
	case PyUnary:
		return v.unary(e)
	case PyBinary:
		a, err := v.Eval(e.Args[0])
		if err != nil {
			return Value{}, err
		}
		b, err := v.Eval(e.Args[1])
		if err != nil {
			return Value{}, err
		}
		return pyBinary(e.Name, &a, &b)
	case PyCompare:
		return v.compare(e)
	case PyBool:
		return v.logical(e)
	case PyIf:
		c, err := v.Eval(e.Args[1])
		if err != nil {
			return Value{}, err
		}
		if c.Truth() {
			return v.Eval(e.Args[0])
		}
		return v.Eval(e.Args[2])
	case PyTupleOf, PyListOf, PySetOf, PyDictOf:
		return v.display(e)
	case PyComp:
		return v.comprehension(e)
	case PySlice, PyOpaque:
	}
	return Value{}, unsupported("this form of expression")
}

func unsupported(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrPyUnsupported, fmt.Sprintf(format, args...))
}

func raise(typ, format string, args ...any) error {
	return &PyRaisedError{Type: typ, Msg: fmt.Sprintf(format, args...)}
}

// Truth returns the truth value of v in Python.
func (v *Value) Truth() bool {
	switch v.Kind {
	case KindNone, KindUndefined, KindInvalid:
		return false
	case KindBool, KindInt:
		return v.Big != nil || v.Int != 0
	case KindFloat, KindComplex:
		return v.Float != 0 || v.Imag != 0
	case KindArray:
		p := v.plain()
		return p.Kind != KindList && p.Truth()
	case KindStr, KindBytes, KindByteArray, KindList, KindTuple, KindSet, KindFrozenSet, KindDict:
		return v.Len() != 0
	case KindIter:
		return v.Type != "range" && v.Type[:min(5, len(v.Type))] != "dict_" || len(v.Items) > 0
	case KindObject:
		return v.Int == 0
	case KindError:
	}
	return true
}

func (v *PyEnv) display(e *PyExpr) (Value, error) {
	items := make([]Value, len(e.Args))
	for i, a := range e.Args {
		val, err := v.Eval(a)
		if err != nil {
			return Value{}, err
		}
		items[i] = val
	}
	switch e.Node { //nolint:exhaustive // the caller selects the displays
	case PyTupleOf:
		return Tuple(items...), nil
	case PyListOf:
		return List(items...), nil
	case PySetOf:
		return NewSet(KindSet, items)
	}
	return NewDict(items)
}

// NewSet returns a set (KindSet or KindFrozenSet) of the items, equal ones
// once. The error is a *PyRaisedError when an item cannot be hashed.
func NewSet(kind Kind, items []Value) (Value, error) {
	keep, err := distinct(items, 1)
	return Value{Kind: kind, Items: keep}, err
}

// NewDict returns a dict from alternating keys and values; of equal keys the
// first stays and the last value counts.
func NewDict(pairs []Value) (Value, error) {
	keep, err := distinct(pairs, 2)
	return Value{Kind: KindDict, Items: keep}, err
}

func distinct(items []Value, step int) ([]Value, error) {
	e := pyEqual{budget: 1 << 24}
	index := e.index(nil, 1)
	out := make([]Value, 0, len(items))
	for i := 0; i+step <= len(items); i += step {
		if !hashable(&items[i]) {
			return nil, raise("TypeError", "unhashable type: '%s'", items[i].TypeName())
		}
		j := e.find(index, out, &items[i])
		if j < 0 {
			h := e.hash(&items[i], 0)
			index[h] = append(index[h], len(out))
			out = append(out, items[i:i+step]...)
		} else if step == 2 {
			out[j+1] = items[i+1]
		}
	}
	return out, nil
}

func hashable(v *Value) bool {
	switch v.Kind {
	case KindList, KindSet, KindDict, KindByteArray:
		return false
	case KindIter:
		return v.Type != "dict_keys" && v.Type != "dict_items"
	case KindArray:
		return len(v.Shape) == 0
	case KindTuple:
		for i := range v.Items {
			if !hashable(&v.Items[i]) {
				return false
			}
		}
	}
	return true
}

func (v *PyEnv) comprehension(e *PyExpr) (Value, error) {
	scope := *v
	scope.Vars = make(map[string]Value, len(v.Vars)+2)
	maps.Copy(scope.Vars, v.Vars)
	var items []Value
	err := scope.clauses(e, 0, &items)
	v.steps = scope.steps
	if err != nil {
		return Value{}, err
	}
	switch e.Name {
	case "list":
		return List(items...), nil
	case "set":
		return NewSet(KindSet, items)
	case "dict":
		return NewDict(items)
	}
	return Value{Kind: KindIter, Items: items}, nil
}

func (v *PyEnv) clauses(e *PyExpr, n int, out *[]Value) error {
	if n == len(e.Clauses) {
		for _, a := range e.Args {
			val, err := v.Eval(a)
			if err != nil {
				return err
			}
			*out = append(*out, val)
		}
		return nil
	}
	c := e.Clauses[n]
	src, err := v.Eval(c.Iter)
	if err != nil {
		return err
	}
	items, err := PyIterate(&src)
	if err != nil {
		return err
	}
next:
	for i := range items {
		if v.steps++; v.steps > maxPySteps {
			return unsupported("evaluation of more than %d steps", maxPySteps)
		}
		if err := v.bind(c.Target, items[i]); err != nil {
			return err
		}
		for _, cond := range c.Conds {
			ok, err := v.Eval(cond)
			if err != nil {
				return err
			}
			if !ok.Truth() {
				continue next
			}
		}
		if err := v.clauses(e, n+1, out); err != nil {
			return err
		}
	}
	return nil
}

func (v *PyEnv) bind(target *PyExpr, val Value) error {
	switch target.Node { //nolint:exhaustive // other targets are refused below
	case PyVar:
		v.Vars[target.Name] = val
		return nil
	case PyTupleOf, PyListOf:
		items, err := PyIterate(&val)
		if err != nil {
			return err
		}
		if len(items) != len(target.Args) {
			return raise("ValueError", "cannot unpack %d values into %d names", len(items), len(target.Args))
		}
		for i, t := range target.Args {
			if err := v.bind(t, items[i]); err != nil {
				return err
			}
		}
		return nil
	}
	return unsupported("this target of an assignment")
}

// PyIterate returns what iterating over v yields.
func PyIterate(v *Value) ([]Value, error) {
	switch v.Kind {
	case KindList, KindTuple, KindSet, KindFrozenSet, KindIter:
		return v.Items, nil
	case KindDict:
		keys := make([]Value, 0, len(v.Items)/2)
		for i := 0; i < len(v.Items); i += 2 {
			keys = append(keys, v.Items[i])
		}
		return keys, nil
	case KindStr:
		out := make([]Value, 0, len(v.Str))
		for s := v.Str; s != ""; {
			_, n := decodeRune(s)
			n = max(n, 1)
			out = append(out, Str(s[:n]))
			s = s[n:]
		}
		return out, nil
	case KindBytes, KindByteArray:
		out := make([]Value, len(v.Str))
		for i := range out {
			out[i] = Int(int64(v.Str[i]))
		}
		return out, nil
	case KindArray:
		p := v.plain()
		if p.Kind == KindList {
			return p.Items, nil
		}
	}
	return nil, raise("TypeError", "'%s' object is not iterable", v.TypeName())
}

func (v *PyEnv) unary(e *PyExpr) (Value, error) {
	a, err := v.Eval(e.Args[0])
	if err != nil {
		return Value{}, err
	}
	if e.Name == "not" {
		return Bool(!a.Truth()), nil
	}
	if a.Kind == KindArray && len(a.Shape) == 0 {
		a = a.plain()
	}
	switch {
	case a.Kind == KindFloat && e.Name == "-":
		return Float(-a.Float), nil
	case a.Kind == KindComplex && e.Name == "-":
		return Complex(-a.Float, -a.Imag), nil
	case a.Kind == KindFloat || a.Kind == KindComplex:
		if e.Name == "+" {
			return a, nil
		}
	case a.Kind == KindInt || a.Kind == KindBool:
		switch e.Name {
		case "-":
			if a.Big == nil && a.Int != math.MinInt64 {
				return Int(-a.Int), nil
			}
			return BigInt(new(big.Int).Neg(a.BigOf())), nil
		case "+":
			return BigInt(a.BigOf()), nil
		}
		return BigInt(new(big.Int).Not(a.BigOf())), nil
	}
	return Value{}, raise("TypeError", "bad operand type for unary %s: '%s'", e.Name, a.TypeName())
}
