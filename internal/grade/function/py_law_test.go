package function

import (
	"encoding/hex"
	"fmt"
	"math"
	"math/big"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"steelyard/internal/compare"
)

// python evaluates one expression a line with the driver's encoder at hand, and
// returns what each gave: "v" and the hexadecimal wire form, or "e" and the name
// of the exception.
func python(t *testing.T, h *pyHost, exprs []string) []string {
	t.Helper()
	script := `
import sys, math
sys.path.insert(0, sys.argv[1])
import driver
for line in sys.stdin:
    try:
        print("v", driver.encode(eval(line)).hex())
    except driver.Uncrossable as e:
        print("e", "Uncrossable")
    except Exception as e:
        print("e", type(e).__name__)
`
	cmd := exec.Command(h.python, "-I", "-B", "-X", "utf8", "-c", script, filepath.Join(h.guest, "py"))
	cmd.Stdin = strings.NewReader(strings.Join(exprs, "\n") + "\n")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("python: %v", err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != len(exprs) {
		t.Fatalf("python answered %d of %d expressions", len(lines), len(exprs))
	}
	return lines
}

func decodeHex(t *testing.T, s string) compare.Value {
	t.Helper()
	raw, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	v, err := compare.Decode(raw, compare.Caps{})
	if err != nil {
		t.Fatalf("decode %q: %v", raw, err)
	}
	return v
}

// TestEvaluatorIsPython evaluates the same expressions here and in Python.
func TestEvaluatorIsPython(t *testing.T) {
	t.Parallel()
	var exprs []string
	numbers := []string{"0", "1", "-1", "7", "-7", "True", "2.5", "-2.5", "0.1", "1e300", "3", "10**20", "-10**20", "2**53+1", "float('inf')", "-0.0", "1j"}
	for _, op := range []string{"+", "-", "*", "/", "//", "%", "==", "<", "<=", "!=", "and", "or", "&", "|", "^"} {
		for _, a := range numbers {
			for _, b := range numbers {
				exprs = append(exprs, fmt.Sprintf("(%s) %s (%s)", a, op, b))
			}
		}
	}
	for _, a := range append(numbers, "float('nan')", "2.675", "1.005", "0.5", "1.5", "-1.5", "1234.5678") {
		for _, f := range []string{
			"abs(%s)", "round(%s)", "round(%s, 2)", "round(%s, 0)", "int(%s)", "float(%s)", "bool(%s)", "-(%s)", "+(%s)", "~(%s)",
			"not (%s)", "str(%s)", "repr([%s])", "math.floor(%s)", "math.ceil(%s)", "math.isclose(%s, 1)", "isinstance(%s, (int, str))", "type(%s) == float",
		} {
			exprs = append(exprs, fmt.Sprintf(f, a))
		}
	}
	exprs = append(exprs,
		"[1, 2] + [3]", "(1,) * 3", "'ab' * 2", "2 * [0]", "'a' + 'b'", "{1, 2} | {2, 3}", "{1, 2} & {2, 3}", "{1, 2} - {2}", "{1, 2} ^ {2, 3}",
		"{1: 2} | {1: 3}", "[1, 2, 3][-1]", "'héllo'[1]", "'héllo'[::-1]", "[1, 2, 3, 4][1:3]", "[1, 2, 3, 4][::-2]", "(1, 2, 3)[10:]", "[1,2,3][-100:100]",
		"[1, 2, 3][5:1:-1]", "b'abc'[1]", "b'abc'[1:]", "{'a': [1]}['a'][0]", "range(10)[3]", "len('héllo')", "len({1: 2})", "sorted({3, 1, 2})",
		"sorted('hello')", "sorted([1, 2.5, True], reverse=True)", "list({1: 2}.items())", "sum([1, 2.5])", "sum([[1], [2]], [])", "min(3, 1, 2)",
		"max('hello')", "max([(1, 2), (1, 3)])", "all([1, 0])", "any([])", "all([])", "set([1, 1, 2])", "frozenset([1])", "dict([(1, 2)])", "tuple('ab')",
		"'-'.join(['a', 'b'])", "''.join('abc')", "','.join([1])", "dict(a=1, b=[2])", "' a b\\tc\\x0bd '.split()", "'a,b,'.split(',')", "''.split()", "''.split(',')", "'aB1'.upper()", "'aB1'.lower()", "list(zip([1, 2], 'ab'))", "list(enumerate('ab', 1))", "list(reversed([1, 2]))", "[x * y for x in [1, 2] for y in [3, 4] if x != y - 2]",
		"{x: x ** 2 for x in range(3)}", "{x % 2 for x in range(5)}", "sum(i ** 2 for i in range(10) if i % 2)", "[a + b for a, b in [(1, 2), (3, 4)]]",
		"1 in [1.0]", "'el' in 'hello'", "b'e' in b'hello'", "3 not in {1: 2}", "None is None", "1 is not None", "[1] < [1, 2]", "(1, 'a') < (1, 'b')",
		"{1} < {1, 2}", "{1, 2} <= {1, 3}", "1 < 2 < 3", "1 < 2 > 3", "'a' if [] else 'b'", "[] or 'x'", "0 and 1", "2 ** 10", "2 ** -1", "(-2) ** 2", "-2 ** 2",
		"2 ** 3 ** 2", "1 - 2 - 3", "8 // 3 * 2", "7 % -3", "-7 % 3", "7.5 % -2", "-7.5 // 2", "1 << 70", "-5 >> 1", "0x1f + 0b11 + 0o17", "1_000", "'a' 'b'",
		"'\\x41\\u00e9\\U0001F600\\101\\n\\q'", "r'\\n'", "b'\\x00\\xff'", "'''a\"b'''", "'\\ud800'", "[1, 2] == [1.0, 2.0]", "(1, 2) == [1, 2]", "{1: [2]} == {True: [2.0]}",
		"{1, 2} == frozenset([2, 1])", "'a' == b'a'", "float('nan') == float('nan')", "10 ** 400 == 1e300", "2 ** 53 + 1 == float(2 ** 53)", "[1, 2].count(1)", "[1, 2].index(2)",
		"'hello'.startswith('he')", "'banana'.count('an')", "{'a': 1}.get('b', 2)", "math.pi", "math.sqrt(2)", "math.factorial(20)", "math.gcd(12, 18)", "int('12')", "int(' -12 ')",
		"float('1.5')", "str([1, 'a', 2.0])", "()", "(1,)", "[]", "{}", "set()", "dict()", "str()", "1e999", "-1e999", "[1, 2][True]", "not 1 == 2", "1 if 0 else 2 if 0 else 3",
		"range(5) == range(0, 5, 1)", "list(range(5, 0, -2))", "round(2.5)", "round(-0.4)", "round(1e20)", "round(5, 2)", "abs(-3 + 4j)", "1 / 0", "[1][2]", "{}[1]", "'a' + 1", "len(1)",
		"sorted([1, 'a'])", "int('x')", "{[]: 1}", "{'k': 1}.keys() == {'k'}",
	)
	got := python(t, newPyHost(t), exprs)
	unsupported := 0
	for i, src := range exprs {
		e, err := compare.ParsePy(src)
		if err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		var env compare.PyEnv
		v, err := env.Eval(e)
		kind, rest, _ := strings.Cut(got[i], " ")
		switch {
		case err != nil && strings.Contains(err.Error(), compare.ErrPyUnsupported.Error()):
			unsupported++ // says nothing, so it cannot be wrong
		case kind == "e":
			if err == nil || !strings.HasPrefix(err.Error(), rest) {
				t.Errorf("%s: %s, %v; Python raises %s", src, compare.PyReprClip(&v, 80), err, rest)
			}
		case err != nil:
			t.Errorf("%s: %v; Python gives %s", src, err, rest)
		default:
			want := decodeHex(t, rest)
			if a, b := compare.PyRepr(&v), compare.PyRepr(&want); a != b && !sameSet(&v, &want) {
				t.Errorf("%s: %s; Python gives %s", src, a, b)
			}
		}
	}
	if unsupported > len(exprs)/10 {
		t.Errorf("%d of %d expressions are not supported", unsupported, len(exprs))
	}
}

// sameSet allows for the order of sets.
func sameSet(a, b *compare.Value) bool {
	return a.Kind == b.Kind && (a.Kind == compare.KindSet || a.Kind == compare.KindFrozenSet) && (compare.PyRule{Strict: true}).Equal(a, b)
}

// TestValuesCrossPython prints generated values as source, has Python evaluate
// and encode them, and compares what arrives.
func TestValuesCrossPython(t *testing.T) {
	t.Parallel()
	gen := pyValue(3, false)
	var values []compare.Value
	var exprs []string
	for seed := range 400 {
		v := gen.Example(seed)
		values = append(values, v)
		exprs = append(exprs, compare.PyRepr(&v))
	}
	got := python(t, newPyHost(t), exprs)
	for i, line := range got {
		kind, rest, _ := strings.Cut(line, " ")
		if kind != "v" {
			t.Errorf("%s: Python raises %s", exprs[i], rest)
			continue
		}
		back := decodeHex(t, rest)
		if !(compare.PyRule{Strict: true}).Equal(&back, &values[i]) {
			t.Errorf("%s came back as %s", exprs[i], compare.PyRepr(&back))
		}
		if f := values[i]; f.Kind == compare.KindFloat && math.Signbit(f.Float) != math.Signbit(back.Float) {
			t.Errorf("%s lost its sign", exprs[i])
		}
	}
}

// pyValue generates values of builtin types that are equal to themselves.
func pyValue(depth int, hashable bool) *rapid.Generator[compare.Value] {
	return rapid.Custom(func(t *rapid.T) compare.Value {
		n := 8
		if depth > 0 {
			n = 13
		}
		items := func(hash bool) []compare.Value {
			return rapid.SliceOfN(pyValue(depth-1, hash), 0, 4).Draw(t, "items")
		}
		switch rapid.IntRange(0, n).Draw(t, "kind") {
		case 0:
			return compare.None()
		case 1:
			return compare.Bool(rapid.Bool().Draw(t, "bool"))
		case 2, 3:
			return compare.Int(rapid.Int64().Draw(t, "int"))
		case 4:
			b := new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "big"))
			return compare.BigInt(b.Neg(b))
		case 5:
			return compare.Float(rapid.Float64().Draw(t, "float"))
		case 6:
			return compare.Complex(rapid.Float64().Draw(t, "re"), rapid.Float64().Draw(t, "im"))
		case 7:
			return compare.Bytes(string(rapid.SliceOfN(rapid.Byte(), 0, 8).Draw(t, "bytes")))
		case 8:
			return compare.Str(rapid.String().Draw(t, "str") + rapid.SampledFrom([]string{"", "\xed\xa0\x80", "\xed\xbf\xbf", "'\"", "\\"}).Draw(t, "odd"))
		case 9:
			return compare.Tuple(items(hashable)...)
		case 10:
			v, err := compare.NewSet(compare.KindFrozenSet, items(true))
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		if hashable {
			return compare.Tuple(items(true)...)
		}
		switch rapid.IntRange(0, 2).Draw(t, "container") {
		case 0:
			return compare.List(items(false)...)
		case 1:
			v, err := compare.NewSet(compare.KindSet, items(true))
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		var pairs []compare.Value
		for _, k := range items(true) {
			pairs = append(pairs, k, pyValue(depth-1, false).Draw(t, "value"))
		}
		v, err := compare.NewDict(pairs)
		if err != nil {
			t.Fatal(err)
		}
		return v
	})
}
