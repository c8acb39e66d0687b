package compare

import (
	"math"
	"math/big"
	"strings"
)

// compareText orders WTF-8 by code points, which its bytes already do.
func compareText(a, b string) int { return strings.Compare(a, b) }

func containsText(s, sub string) bool { return strings.Contains(s, sub) }

// pyBinary applies a binary operator.
func pyBinary(op string, a, b *Value) (Value, error) {
	if a.Kind == KindArray && len(a.Shape) == 0 {
		a = new(a.plain())
	}
	if b.Kind == KindArray && len(b.Shape) == 0 {
		b = new(b.plain())
	}
	if a.Kind == KindArray || b.Kind == KindArray {
		return Value{}, unsupported("arithmetic on arrays")
	}
	if a.IsNumber() && b.IsNumber() {
		if a.Kind == KindFloat || b.Kind == KindFloat || op == "/" {
			return pyFloatOp(op, a, b)
		}
		return pyIntOp(op, a, b)
	}
	if (a.Kind == KindComplex || a.IsNumber()) && (b.Kind == KindComplex || b.IsNumber()) {
		return pyComplexOp(op, a, b)
	}
	switch op {
	case "+":
		return pyConcat(a, b)
	case "*":
		if b.Kind == KindInt || b.Kind == KindBool {
			return pyRepeat(a, b)
		}
		if a.Kind == KindInt || a.Kind == KindBool {
			return pyRepeat(b, a)
		}
	case "%":
		if a.Kind == KindStr || a.Kind == KindBytes {
			return Value{}, unsupported("string formatting")
		}
	case "|", "&", "-", "^":
		if isSet(a) && isSet(b) {
			return pySetOp(op, a, b)
		}
		if op == "|" && a.Kind == KindDict && b.Kind == KindDict {
			return NewDict(append(append([]Value(nil), a.Items...), b.Items...))
		}
	}
	return Value{}, opError(op, a, b)
}

func opError(op string, a, b *Value) error {
	return raise("TypeError", "unsupported operand type(s) for %s: '%s' and '%s'", op, a.TypeName(), b.TypeName())
}

func pyConcat(a, b *Value) (Value, error) {
	if a.Kind != b.Kind {
		return Value{}, opError("+", a, b)
	}
	switch a.Kind {
	case KindStr, KindBytes, KindByteArray:
		if len(a.Str)+len(b.Str) > maxPyLen {
			return Value{}, unsupported("a text of this length")
		}
		return Value{Kind: a.Kind, Str: a.Str + b.Str}, nil
	case KindList, KindTuple:
		if len(a.Items)+len(b.Items) > DefaultCapItems {
			return Value{}, unsupported("a sequence of this length")
		}
		return Value{Kind: a.Kind, Items: append(append([]Value(nil), a.Items...), b.Items...)}, nil
	}
	return Value{}, opError("+", a, b)
}

func pyRepeat(a, count *Value) (Value, error) {
	size := len(a.Str)
	switch a.Kind {
	case KindStr, KindBytes, KindByteArray:
	case KindList, KindTuple:
		size = 8 * len(a.Items) // an item takes more than a byte
	default:
		return Value{}, opError("*", a, count)
	}
	n := count.Int
	if count.Big != nil {
		n = int64(count.Big.Sign()) * maxPyLen
	}
	if n <= 0 || size == 0 {
		return Value{Kind: a.Kind}, nil
	}
	if n > int64(maxPyLen/size) {
		return Value{}, unsupported("a sequence of this length")
	}
	if a.Kind == KindList || a.Kind == KindTuple {
		items := make([]Value, 0, len(a.Items)*int(n))
		for range n {
			items = append(items, a.Items...)
		}
		return Value{Kind: a.Kind, Items: items}, nil
	}
	return Value{Kind: a.Kind, Str: strings.Repeat(a.Str, int(n))}, nil
}

func pySetOp(op string, a, b *Value) (Value, error) {
	e := pyEqual{budget: 1 << 24}
	ia, ib := e.index(a.Items, 1), e.index(b.Items, 1)
	var out []Value
	for i := range a.Items {
		in := e.find(ib, b.Items, &a.Items[i]) >= 0
		if op == "|" || in == (op == "&") {
			out = append(out, a.Items[i])
		}
	}
	if op == "|" || op == "^" {
		for i := range b.Items {
			if e.find(ia, a.Items, &b.Items[i]) < 0 {
				out = append(out, b.Items[i])
			}
		}
	}
	kind := KindSet
	if a.Kind == KindFrozenSet {
		kind = KindFrozenSet
	}
	return Value{Kind: kind, Items: out}, nil
}

func pyIntOp(op string, a, b *Value) (Value, error) {
	x, y := a.BigOf(), b.BigOf()
	z := new(big.Int)
	switch op {
	case "+":
		return BigInt(z.Add(x, y)), nil
	case "-":
		return BigInt(z.Sub(x, y)), nil
	case "*":
		if x.BitLen()+y.BitLen() > maxPyBits {
			return Value{}, unsupported("an integer of this size")
		}
		return BigInt(z.Mul(x, y)), nil
	case "//", "%":
		if max(x.BitLen(), y.BitLen()) > maxPyBits {
			return Value{}, unsupported("an integer of this size")
		}
		if y.Sign() == 0 {
			return Value{}, raise("ZeroDivisionError", "integer division or modulo by zero")
		}
		q, m := z.QuoRem(x, y, new(big.Int))
		if m.Sign() != 0 && m.Sign() != y.Sign() { // round towards minus infinity
			q.Sub(q, big.NewInt(1))
			m.Add(m, y)
		}
		if op == "%" {
			q = m
		}
		return BigInt(q), nil
	case "**":
		if y.Sign() < 0 {
			return pyFloatOp(op, a, b)
		}
		if x.BitLen() > 1 && (!y.IsInt64() || y.Int64() > maxPyBits/int64(x.BitLen())) {
			return Value{}, unsupported("an integer of this size")
		}
		return BigInt(z.Exp(x, y, nil)), nil
	case "<<", ">>":
		if y.Sign() < 0 {
			return Value{}, raise("ValueError", "negative shift count")
		}
		if !y.IsInt64() || y.Int64() > maxPyBits {
			return Value{}, unsupported("a shift of this size")
		}
		if op == "<<" {
			return BigInt(z.Lsh(x, uint(y.Int64()))), nil
		}
		return BigInt(z.Rsh(x, uint(y.Int64()))), nil
	case "&", "|", "^":
		both := a.Kind == KindBool && b.Kind == KindBool
		switch op {
		case "&":
			z.And(x, y)
		case "|":
			z.Or(x, y)
		default:
			z.Xor(x, y)
		}
		if both {
			return Bool(z.Sign() != 0), nil
		}
		return BigInt(z), nil
	}
	return Value{}, opError(op, a, b)
}

func pyFloatOp(op string, a, b *Value) (Value, error) {
	if op == "/" && a.Kind != KindFloat && b.Kind != KindFloat {
		return pyTrueDiv(a, b)
	}
	x, ok1 := a.Float64()
	y, ok2 := b.Float64()
	if !ok1 || !ok2 {
		return Value{}, raise("OverflowError", "int too large to convert to float")
	}
	switch op {
	case "+":
		return Float(x + y), nil
	case "-":
		return Float(x - y), nil
	case "*":
		return Float(x * y), nil
	case "/", "//", "%":
		if y == 0 {
			return Value{}, raise("ZeroDivisionError", "float division by zero")
		}
		if op == "/" {
			return Float(x / y), nil
		}
		q, m := pyDivMod(x, y)
		if op == "%" {
			q = m
		}
		return Float(q), nil
	case "**":
		switch {
		case x == 0 && y < 0:
			return Value{}, raise("ZeroDivisionError", "0.0 cannot be raised to a negative power")
		case x < 0 && y != math.Floor(y) && !math.IsInf(y, 0):
			return Value{}, unsupported("a complex power")
		}
		// Go's and the C library's results may differ in the last place, so only
		// powers that are exact either way are computed here.
		z := math.Pow(x, y)
		if y == 0.5 || y == math.Floor(y) && math.Abs(y) <= 2 || z == math.Floor(z) && math.Abs(z) < 1<<53 {
			return Float(z), nil
		}
		return Value{}, unsupported("a power of floats")
	}
	return Value{}, opError(op, a, b)
}

// pyTrueDiv divides integers with one correct rounding.
func pyTrueDiv(a, b *Value) (Value, error) {
	x, y := a.BigOf(), b.BigOf()
	if max(x.BitLen(), y.BitLen()) > maxPyBits {
		return Value{}, unsupported("an integer of this size")
	}
	if y.Sign() == 0 {
		return Value{}, raise("ZeroDivisionError", "division by zero")
	}
	f, _ := new(big.Rat).SetFrac(x, y).Float64()
	if x.Sign() == 0 && y.Sign() < 0 {
		f = math.Copysign(0, -1) // as CPython does
	}
	if math.IsInf(f, 0) {
		return Value{}, raise("OverflowError", "integer division result too large for a float")
	}
	return Float(f), nil
}

// pyDivMod is CPython's float floor division and modulo.
func pyDivMod(x, y float64) (div, mod float64) {
	mod = math.Mod(x, y)
	div = (x - mod) / y
	if mod != 0 {
		if (y < 0) != (mod < 0) {
			mod += y
			div--
		}
	} else {
		mod = math.Copysign(0, y)
	}
	if div == 0 {
		return math.Copysign(0, x/y), mod
	}
	floor := math.Floor(div)
	if div-floor > 0.5 {
		floor++
	}
	return floor, mod
}

func pyComplexOp(op string, a, b *Value) (Value, error) {
	ar, ai, ok1 := complexParts(a)
	br, bi, ok2 := complexParts(b)
	if !ok1 || !ok2 {
		return Value{}, raise("OverflowError", "int too large to convert to float")
	}
	switch op {
	case "+":
		return Complex(ar+br, ai+bi), nil
	case "-":
		return Complex(ar-br, ai-bi), nil
	case "*":
		return Complex(float64(ar*br)-float64(ai*bi), float64(ar*bi)+float64(ai*br)), nil
	}
	return Value{}, unsupported("%s on complex numbers", op)
}
