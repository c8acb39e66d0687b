package function

import (
	"math"

	"steelyard/internal/compare"
)

func (s *jsScope) unary(n *jsNode) (compare.Value, error) {
	v, err := s.eval(n.kids[0])
	if err != nil {
		return v, err
	}
	switch n.text {
	case "!":
		return compare.Bool(!jsTruthy(&v)), nil
	case "void":
		return compare.Undefined(), nil
	case "typeof":
		return compare.Str(jsTypeof(&v)), nil
	}
	if n.text != "+" {
		p, err := jsPrimitive(&v)
		if err != nil {
			return p, err
		}
		if p.Kind == compare.KindInt {
			z := p.BigOf()
			minusOne := compare.Int(-1)
			op, other := "*", minusOne.BigOf()
			if n.text == "~" { // ~x is -x - 1
				op = "^"
			}
			r, err := jsBigArith(op, z, other)
			if err != nil {
				return v, err
			}
			return compare.BigInt(r), nil
		}
	}
	f, err := jsNumber(&v)
	switch n.text {
	case "-":
		f = -f
	case "~":
		f = float64(^jsInt32(f))
	}
	return compare.Float(f), err
}

func jsTypeof(v *compare.Value) string {
	switch v.Kind {
	case compare.KindUndefined:
		return "undefined"
	case compare.KindBool:
		return "boolean"
	case compare.KindFloat:
		return "number"
	case compare.KindInt:
		return "bigint"
	case compare.KindStr:
		return "string"
	case compare.KindObject:
		if v.Type == jsTypeSymbol || v.Type == jsTypeFunction {
			return v.Type
		}
	}
	return "object"
}

func (s *jsScope) binary(n *jsNode) (compare.Value, error) {
	a, err := s.eval(n.kids[0])
	if err != nil {
		return a, err
	}
	b, err := s.eval(n.kids[1])
	if err != nil {
		return b, err
	}
	switch n.text {
	case "===":
		return compare.Bool(jsStrictEqual(&a, &b)), nil
	case "!==":
		return jsDiffer(jsStrictEqual(&a, &b), &a, &b)
	case "==":
		ok, err := jsLooseEqual(&a, &b)
		return compare.Bool(ok), err
	case "!=":
		ok, err := jsLooseEqual(&a, &b)
		if err != nil {
			return a, err
		}
		return jsDiffer(ok, &a, &b)
	}
	if a, err = jsPrimitive(&a); err != nil {
		return a, err
	}
	if b, err = jsPrimitive(&b); err != nil {
		return b, err
	}
	switch n.text {
	case "<", ">", "<=", ">=":
		order, ok, err := jsRelate(&a, &b)
		if err != nil {
			return a, err
		}
		holds := map[string]bool{"<": order < 0, ">": order > 0, "<=": order <= 0, ">=": order >= 0}[n.text]
		return compare.Bool(ok && holds), nil
	case "+":
		if a.Kind == compare.KindStr || b.Kind == compare.KindStr {
			x, err := jsText(&a)
			if err != nil {
				return a, err
			}
			y, err := jsText(&b)
			return compare.Str(jsUnitsOf(x + y).string()), err
		}
	}
	if a.Kind == compare.KindInt && b.Kind == compare.KindInt {
		r, err := jsBigArith(n.text, a.BigOf(), b.BigOf())
		if err != nil {
			return a, err
		}
		return compare.BigInt(r), nil
	}
	x, err := jsNumber(&a)
	if err != nil {
		return a, err
	}
	y, err := jsNumber(&b)
	if err != nil {
		return b, err
	}
	f, ok := jsArith(n.text, x, y)
	if !ok {
		return a, jsThrow("operator " + n.text)
	}
	return compare.Float(f), nil
}

// jsDiffer is the outcome of an inequality. A value that did not cross is not
// let through as "different".
func jsDiffer(equal bool, a, b *compare.Value) (compare.Value, error) {
	for _, v := range []*compare.Value{a, b} {
		if v.Kind == compare.KindObject {
			return *v, jsOpaque(v)
		}
	}
	return compare.Bool(!equal), nil
}

// function calls one of jsFuncs.
func (s *jsScope) function(n *jsNode) (compare.Value, error) {
	name := jsFuncName(n.kids[0])
	args := make([]compare.Value, 2)
	for i, k := range n.kids[1:] {
		v, err := s.eval(k)
		if err != nil {
			return v, err
		}
		args[i] = v
	}
	v, w := &args[0], &args[1]
	isNumber := v.Kind == compare.KindFloat
	switch name {
	case "JSON.stringify":
		text, ok, err := jsStringify(v)
		if err != nil || !ok {
			return compare.Undefined(), err
		}
		return compare.Str(text), nil
	case "Object.is":
		return compare.Bool(jsSame(v, w, false)), nil
	case "_.isEqual", "lodash.isEqual":
		ok, err := jsDeep{zeros: true}.equal(v, w)
		return compare.Bool(ok), err
	case "Array.isArray":
		return compare.Bool(v.Kind == compare.KindList), nil
	case "Number.isNaN":
		return compare.Bool(isNumber && math.IsNaN(v.Float)), nil
	case "Number.isFinite":
		return compare.Bool(isNumber && !math.IsNaN(v.Float) && !math.IsInf(v.Float, 0)), nil
	case "Number.isInteger":
		return compare.Bool(isNumber && !math.IsInf(v.Float, 0) && v.Float == math.Trunc(v.Float)), nil
	case "Boolean":
		return compare.Bool(jsTruthy(v)), nil
	case "String":
		text, err := jsText(v)
		return compare.Str(text), err
	case "Number":
		p, err := jsPrimitive(v)
		if err != nil {
			return p, err
		}
		if p.Kind == compare.KindInt {
			f, _ := p.Float64()
			return compare.Float(f), nil
		}
		f, err := jsNumber(&p)
		return compare.Float(f), err
	}
	x, err := jsNumber(v)
	if err != nil {
		return *v, err
	}
	switch name {
	case "isNaN":
		return compare.Bool(math.IsNaN(x)), nil
	case "isFinite":
		return compare.Bool(!math.IsNaN(x) && !math.IsInf(x, 0)), nil
	case "Math.pow":
		y, err := jsNumber(w)
		return compare.Float(jsPow(x, y)), err
	case "Math.abs":
		x = math.Abs(x)
	case "Math.floor":
		x = math.Floor(x)
	case "Math.ceil":
		x = math.Ceil(x)
	case "Math.trunc":
		x = math.Trunc(x)
	case "Math.sqrt":
		x = math.Sqrt(x)
	case "Math.sign":
		if x > 0 {
			x = 1
		} else if x < 0 {
			x = -1
		}
	}
	return compare.Float(x), nil
}
