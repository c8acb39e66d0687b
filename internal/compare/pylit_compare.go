package compare

func (v *PyEnv) logical(e *PyExpr) (Value, error) {
	var val Value
	for _, a := range e.Args {
		var err error
		if val, err = v.Eval(a); err != nil {
			return Value{}, err
		}
		if val.Truth() == (e.Name == "or") {
			break
		}
	}
	return val, nil
}

func (v *PyEnv) compare(e *PyExpr) (Value, error) {
	if val, ok, err := v.typeTest(e); ok || err != nil {
		return val, err
	}
	left, err := v.Eval(e.Args[0])
	if err != nil {
		return Value{}, err
	}
	for i, op := range e.Keys {
		right, err := v.Eval(e.Args[i+1])
		if err != nil {
			return Value{}, err
		}
		ok, err := v.Rule.Compare(op, &left, &right)
		if err != nil || !ok {
			return Bool(false), err
		}
		left = right
	}
	return Bool(true), nil
}

// Compare applies a comparison operator of Python.
func (r PyRule) Compare(op string, a, b *Value) (bool, error) {
	switch op {
	case "==":
		return r.Equal(a, b), nil
	case "!=":
		return !r.Equal(a, b), nil
	case "in", "not in":
		in, err := r.contains(b, a)
		return in == (op == "in"), err
	case "is", "is not":
		same, err := identical(a, b)
		return same == (op == "is"), err
	}
	c, err := pyOrder(a, b)
	if err != nil {
		return false, err
	}
	if c == Unordered {
		return false, nil
	}
	switch op {
	case "<":
		return c < 0, nil
	case "<=":
		return c <= 0, nil
	case ">":
		return c > 0, nil
	case ">=":
		return c >= 0, nil
	}
	return false, unsupported("the operator %s", op)
}

// identical answers "is" where identity is a matter of value.
func identical(a, b *Value) (bool, error) {
	singleton := func(v *Value) bool { return v.Kind == KindNone || v.Kind == KindBool }
	if singleton(a) || singleton(b) {
		return a.Kind == b.Kind && a.Int == b.Int, nil
	}
	if a.Kind != b.Kind {
		return false, nil
	}
	return false, unsupported("identity of two %s objects", a.TypeName())
}

func (r PyRule) contains(box, item *Value) (bool, error) {
	if box.Kind == KindStr {
		if item.Kind != KindStr {
			return false, raise("TypeError", "'in <string>' requires string as left operand, not %s", item.TypeName())
		}
		return containsText(box.Str, item.Str), nil
	}
	if (box.Kind == KindBytes || box.Kind == KindByteArray) && item.Kind != KindInt {
		if item.Kind != KindBytes && item.Kind != KindByteArray {
			return false, raise("TypeError", "a bytes-like object is required, not '%s'", item.TypeName())
		}
		return containsText(box.Str, item.Str), nil
	}
	items, err := PyIterate(box)
	if err != nil {
		return false, err
	}
	for i := range items {
		if r.Equal(&items[i], item) {
			return true, nil
		}
	}
	return false, nil
}

// pyOrder compares two values as <, <=, > and >= do.
func pyOrder(a, b *Value) (int, error) {
	if a.Kind == KindArray || b.Kind == KindArray {
		x, y := a.plain(), b.plain()
		a, b = &x, &y
	}
	switch {
	case a.IsNumber() && b.IsNumber():
		return CompareNumbers(a, b), nil
	case a.Kind == KindStr && b.Kind == KindStr, a.Kind == KindBytes && b.Kind == KindBytes:
		return compareText(a.Str, b.Str), nil
	case a.Kind == b.Kind && isSeq(a) && a.Type == b.Type:
		for i := 0; i < len(a.Items) && i < len(b.Items); i++ {
			if !(PyRule{}).Equal(&a.Items[i], &b.Items[i]) {
				return pyOrder(&a.Items[i], &b.Items[i])
			}
		}
		return len(a.Items) - len(b.Items), nil
	case isSet(a) && isSet(b):
		return subsetOrder(a, b), nil
	}
	return 0, raise("TypeError", "'<' not supported between instances of '%s' and '%s'", a.TypeName(), b.TypeName())
}

// subsetOrder orders sets by inclusion; sets of which neither includes the
// other are Unordered.
func subsetOrder(a, b *Value) int {
	e := pyEqual{budget: 1 << 24}
	small, large, sign := a, b, -1
	if len(a.Items) > len(b.Items) {
		small, large, sign = b, a, 1
	}
	index := e.index(large.Items, 1)
	for i := range small.Items {
		if e.find(index, large.Items, &small.Items[i]) < 0 {
			return Unordered
		}
	}
	if len(a.Items) == len(b.Items) {
		return 0
	}
	return sign
}
