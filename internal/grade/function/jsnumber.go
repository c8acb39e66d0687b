package function

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"

	"steelyard/internal/compare"
)

// jsNumberText returns the text of a number as String(x) gives it
// (ECMA-262, Number::toString).
func jsNumberText(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case f == 0:
		return "0"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	case f < 0:
		return "-" + jsNumberText(-f)
	}
	text := strconv.FormatFloat(f, 'e', -1, 64)
	mantissa, expText, _ := strings.Cut(text, "e")
	digits := strings.Replace(mantissa, ".", "", 1)
	exp, err := strconv.Atoi(expText)
	if err != nil {
		return text
	}
	k, n := len(digits), exp+1
	switch {
	case k <= n && n <= 21:
		return digits + strings.Repeat("0", n-k)
	case 0 < n && n <= 21:
		return digits[:n] + "." + digits[n:]
	case -6 < n && n <= 0:
		return "0." + strings.Repeat("0", -n) + digits
	}
	sign := "+"
	if n-1 < 0 {
		sign = ""
	}
	if k > 1 {
		digits = digits[:1] + "." + digits[1:]
	}
	return digits + "e" + sign + strconv.Itoa(n-1)
}

// jsTextNumber is Number(s) for a string.
func jsTextNumber(s string) float64 {
	s = strings.TrimFunc(s, func(r rune) bool { return r == '\ufeff' || unicode.IsSpace(r) && r != '\u0085' })
	if s == "" {
		return 0
	}
	if len(s) > 2 && s[0] == '0' && strings.ContainsRune("xXoObB", rune(s[1])) {
		v, ok := new(big.Int).SetString(s, 0)
		if !ok || strings.Contains(s, "_") {
			return math.NaN()
		}
		f, _ := new(big.Float).SetInt(v).Float64()
		return f
	}
	switch s {
	case "Infinity", "+Infinity":
		return math.Inf(1)
	case "-Infinity":
		return math.Inf(-1)
	}
	for i := range len(s) {
		if !isDigit(s[i]) && !strings.ContainsRune("+-.eE", rune(s[i])) {
			return math.NaN()
		}
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil && !math.IsInf(f, 0) {
		return math.NaN()
	}
	return f
}

// jsInt32 is ToInt32.
func jsInt32(f float64) int32 { return int32(jsUint32(f)) }

// jsUint32 is ToUint32.
func jsUint32(f float64) uint32 {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return 0
	}
	f = math.Mod(math.Trunc(f), 1<<32)
	if f < 0 {
		f += 1 << 32
	}
	return uint32(f)
}

// jsPow is the ** operator, which differs from math.Pow where the exponent is
// not finite.
func jsPow(x, y float64) float64 {
	if math.IsNaN(y) || math.IsInf(y, 0) && math.Abs(x) == 1 {
		return math.NaN()
	}
	return math.Pow(x, y)
}

// jsArith applies an arithmetic operator to two numbers.
func jsArith(op string, x, y float64) (float64, bool) {
	switch op {
	case "+":
		return x + y, true
	case "-":
		return x - y, true
	case "*":
		return x * y, true
	case "/":
		return x / y, true
	case "%":
		return math.Mod(x, y), true
	case "**":
		return jsPow(x, y), true
	case "&":
		return float64(jsInt32(x) & jsInt32(y)), true
	case "|":
		return float64(jsInt32(x) | jsInt32(y)), true
	case "^":
		return float64(jsInt32(x) ^ jsInt32(y)), true
	case "<<":
		return float64(jsInt32(x) << (jsUint32(y) & 31)), true
	case ">>":
		return float64(jsInt32(x) >> (jsUint32(y) & 31)), true
	case ">>>":
		return float64(jsUint32(x) >> (jsUint32(y) & 31)), true
	}
	return 0, false
}

// jsBigArith applies an arithmetic operator to two BigInts; results are kept
// below jsMaxBigBits bits.
func jsBigArith(op string, x, y *big.Int) (*big.Int, error) {
	const jsMaxBigBits = 1 << 20
	z := new(big.Int)
	switch op {
	case "+":
		return z.Add(x, y), nil
	case "-":
		return z.Sub(x, y), nil
	case "*":
		if x.BitLen()+y.BitLen() > jsMaxBigBits {
			return nil, jsThrow("RangeError: BigInt too large")
		}
		return z.Mul(x, y), nil
	case "/", "%":
		if y.Sign() == 0 {
			return nil, jsThrow("RangeError: division by zero")
		}
		if op == "/" {
			return z.Quo(x, y), nil
		}
		return z.Rem(x, y), nil
	case "**":
		if y.Sign() < 0 {
			return nil, jsThrow("RangeError: negative exponent")
		}
		if !y.IsInt64() || x.BitLen() > 1 && y.Int64() > int64(jsMaxBigBits/x.BitLen()) {
			return nil, jsThrow("RangeError: BigInt too large")
		}
		return z.Exp(x, y, nil), nil
	case "&":
		return z.And(x, y), nil
	case "|":
		return z.Or(x, y), nil
	case "^":
		return z.Xor(x, y), nil
	}
	return nil, jsThrow("TypeError: operator " + op + " on BigInt")
}

// jsIsObject reports whether v is a value with an identity.
func jsIsObject(v *compare.Value) bool {
	switch v.Kind {
	case compare.KindNone, compare.KindUndefined, compare.KindBool, compare.KindInt, compare.KindFloat, compare.KindStr:
		return false
	case compare.KindObject:
		return v.Type != jsTypeSymbol
	}
	return true
}

// jsTruthy is ToBoolean.
func jsTruthy(v *compare.Value) bool {
	switch v.Kind {
	case compare.KindNone, compare.KindUndefined:
		return false
	case compare.KindBool:
		return v.Int != 0
	case compare.KindInt:
		return v.Big != nil || v.Int != 0
	case compare.KindFloat:
		return v.Float != 0 && !math.IsNaN(v.Float)
	case compare.KindStr:
		return v.Str != ""
	}
	return true
}

// jsPrimitive is ToPrimitive with the hints number and default, for objects
// whose conversion is the built-in one.
func jsPrimitive(v *compare.Value) (compare.Value, error) {
	if !jsIsObject(v) {
		return *v, nil
	}
	if v.Kind == compare.KindTuple && len(v.Items) == 1 && (v.Type == "Number" || v.Type == "String" || v.Type == "Boolean") {
		return v.Items[0], nil
	}
	s, err := jsText(v)
	return compare.Str(s), err
}

// jsText is ToString.
func jsText(v *compare.Value) (string, error) {
	switch v.Kind {
	case compare.KindNone:
		return "null", nil
	case compare.KindUndefined:
		return "undefined", nil
	case compare.KindBool:
		if v.Int != 0 {
			return "true", nil
		}
		return "false", nil
	case compare.KindInt:
		return v.BigOf().String(), nil
	case compare.KindFloat:
		return jsNumberText(v.Float), nil
	case compare.KindStr:
		return v.Str, nil
	case compare.KindList:
		if v.Type != "" {
			break
		}
		parts := make([]string, len(v.Items))
		for i := range v.Items {
			item := &v.Items[i]
			if item.Kind == compare.KindNone || item.Kind == compare.KindUndefined {
				continue
			}
			var err error
			if parts[i], err = jsText(item); err != nil {
				return "", err
			}
		}
		return strings.Join(parts, ","), nil
	case compare.KindDict:
		if v.Type == "" {
			return "[object Object]", nil
		}
	}
	return "", jsOpaque(v)
}

// jsNumber is ToNumber.
func jsNumber(v *compare.Value) (float64, error) {
	p, err := jsPrimitive(v)
	if err != nil {
		return 0, err
	}
	switch p.Kind {
	case compare.KindNone:
		return 0, nil
	case compare.KindUndefined:
		return math.NaN(), nil
	case compare.KindBool:
		return float64(p.Int), nil
	case compare.KindFloat:
		return p.Float, nil
	case compare.KindStr:
		return jsTextNumber(p.Str), nil
	case compare.KindInt:
		return 0, jsThrow("TypeError: BigInt where a number is wanted")
	}
	return 0, jsThrow("TypeError: symbol where a number is wanted")
}
