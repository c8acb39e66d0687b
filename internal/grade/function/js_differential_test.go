package function

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"steelyard"
	"steelyard/internal/compare"
)

// node runs calls of code's function f in one process and returns what each
// call gave: the evaluator below is compared with the language itself.
func (h *host) node(t testing.TB, code string, args []string) []jsResult {
	t.Helper()
	rows := make([]jsRow, len(args))
	for i := range args {
		rows[i].args = args[i]
	}
	task := &steelyard.Task{
		Limits:   steelyard.Limits{Wall: steelyard.Duration(60e9)},
		Function: &steelyard.FunctionSpec{Language: "javascript", EntryPoint: "f"},
	}
	proc := jsRowsProc(task, steelyard.ProcCandidate, code, rows, nil, nil)
	o := h.do(t, "rows", &steelyard.Exec{Procs: []steelyard.Proc{proc}})
	run := jsReadRun(o.Outcome.Procs[0].Result.Inline, true)
	if len(run.results) != len(args) {
		t.Fatalf("%d of %d calls gave a result: %s", len(run.results), len(args), o.Outcome.Procs[0].Stderr.Inline)
	}
	out := make([]jsResult, len(args))
	for i := range out {
		out[i] = run.results[i]
		if out[i].err != nil {
			t.Fatalf("call %s: %v", args[i], out[i].err)
		}
	}
	return out
}

// thunks wraps expressions so that each is evaluated by the call, and may throw.
func thunks(exprs []string) []string {
	out := make([]string, len(exprs))
	for i, e := range exprs {
		out[i] = "[() => (" + e + ")]"
	}
	return out
}

// sameValue compares encodings, with all NaNs as one.
func sameValue(a, b *compare.Value) bool {
	return bytes.Equal(compare.Encode(nil, canonical(a)), compare.Encode(nil, canonical(b)))
}

func canonical(v *compare.Value) *compare.Value {
	c := *v
	if c.Kind == compare.KindFloat && math.IsNaN(c.Float) {
		c.Float = math.NaN()
	}
	c.Items = make([]compare.Value, len(v.Items))
	for i := range v.Items {
		c.Items[i] = *canonical(&v.Items[i])
	}
	return &c
}

func checkAgainstNode(t testing.TB, h *host, exprs []string) {
	t.Helper()
	want := h.node(t, "const f = (thunk) => thunk()", thunks(exprs))
	for i, src := range exprs {
		n, err := jsLiteral(src)
		if err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		s := jsScope{call: &jsNode{}}
		if !s.knows(n) {
			t.Errorf("%s: not understood", src)
			continue
		}
		got, err := s.eval(n)
		if (err != nil) != want[i].threw {
			t.Errorf("%s: error %v, in JavaScript %v %s", src, err, want[i].threw, jsInspect(new(want[i].value())))
			continue
		}
		made := want[i].value()
		if err == nil && !sameValue(&got, &made) {
			t.Errorf("%s = %s, in JavaScript %s", src, jsInspect(&got), jsInspect(&made))
		}
	}
}

func TestJavaScriptExpressionsMatchNode(t *testing.T) {
	t.Parallel()
	checkAgainstNode(t, newHost(t), []string{
		"1 + 2 * 3 ** 2", "2 ** 3 ** 2", "(-2) ** 2", "7 % -3", "-7 % 3", "1 / 0", "-1 / 0", "0 / 0", "-0", "0 * -1", "5 - '2'",
		"0x1F + 0b101 + 0o17", "1_000", ".5", "5.", "1e21", "1e-7", "123456789012345680000", "0.1 + 0.2", "1e400", "5e-324", "2 ** 53 + 1",
		"10n ** 20n", "7n / -2n", "-7n % 2n", "-(-5n)", "~5n", "5n & 3n", "1n + 1", "2n ** -1n", "1n / 0n", "+1n",
		"1 < 2", "'10' < '9'", "10 < '9'", "null >= 0", "undefined == 0", "NaN != NaN", "1n < 1.5", "2n == 2", "'a' < 'b'", "'\\u{1F600}' < '\\uFFFF'",
		"null == undefined", "null == 0", "null == false", "'' == 0", "'1' == 1", "true == 1", "'true' == true", "[] == ''", "[1] == 1", "[1,2] == '1,2'",
		"({}) == '[object Object]'", "[] == []", "1 === 1.0", "'a' === \"a\"", "NaN === NaN", "0 === -0", "1n === 1n", "1 === 1n", "1 !== 2", "null === null",
		"!0", "!''", "!'0'", "![]", "typeof null", "typeof undefined", "typeof 1n", "typeof 'x'", "typeof [1]", "void 0", "+'  12 '", "+''", "+'1x'", "+null",
		"+undefined", "+[]", "+[5]", "+[1,2]", "+'0x10'", "+'1e3'", "+'Infinity'", "-'-Infinity'", "~5.7", "~~'7'", "5 & 3", "5 | 3", "5 ^ 3", "1 << 33", "-1 >>> 0", "-9 >> 1",
		"1 && 2", "0 || 'x'", "null ?? 3", "0 ?? 3", "true ? 1 : 2", "1 < 2 ? 'a' : 'b'", "(1, 2)", "[(0, 1), 2]", "'a' + 1 + 2", "1 + 2 + 'a'", "'x' + null + undefined", "[1,2] + [3]",
		"'a\\x41\\u0042\\u{43}\\n\\t\\0'", "'\\ud83d' + '\\ude00'", "'\\ud83d'", "`a${1 + 1}b${'c'}`", "`\\`$\\{`", "`line\nbreak`", "'con\\\ntinued'",
		"[1, , 3]", "[1, 2,]", "[[], [[]], {}]", "({a: 1, 'b c': 2, 3: 4, 1: 5, a: 6})", "({})", "'abc'.length", "'\\u{1F600}'.length", "'abc'[1]", "'abc'[9]",
		"[1,2,3].length", "[1,2,3][1]", "[1,2][5]", "({a: {b: 7}}).a.b", "({a: 1}).zzz", "({a: 1})['a']", "null?.x", "undefined.x", "null[0]",
		"JSON.stringify([1, 'a', null, undefined, true, NaN, Infinity, -0, 1.5, 1e21])", "JSON.stringify({b: 1, a: undefined, c: [{}]})", "JSON.stringify('\\u2028\"\\\\\\n\\u0007\\ud800é')",
		"JSON.stringify(undefined)", "JSON.stringify(1n)", "JSON.stringify({2: 'x', 1: 'y', z: 0})", "JSON.stringify(null)",
		"Math.abs(-3)", "Math.abs('-3')", "Math.abs(null)", "Math.floor(-1.5)", "Math.ceil(-0.5)", "Math.trunc(-1.5)", "Math.sqrt(2)", "Math.sign(-0)", "Math.pow(1, Infinity)", "1 ** NaN", "NaN ** 0",
		"Math.abs(0.1 - 0.3) < 1e-6", "Math.abs(3 < 1)", "Object.is(-0, 0)", "Object.is(NaN, NaN)", "Array.isArray([])", "Array.isArray('a')", "Number.isNaN('a')", "isNaN('a')", "isFinite('5')",
		"Number.isInteger(5.0)", "Number('')", "Number('12abc')", "Number(10n)", "String(null)", "String([1,[2,3]])", "String({})", "String(-0)", "String(1e-7)", "Boolean('')",
		"Number.MAX_SAFE_INTEGER", "Number.EPSILON", "Infinity - Infinity", "undefined + 1", "null + 1", "true + true", "[] + {}", "1 < 2 < 3", "3 > 2 > 1", "'b' > 'a' === true",
		"0.000001", "1.0", "100", "1e5", "123e-20", "4.35", "1/3", "2e308 === Infinity", "String(123456789.123)", "String(1e100)", "String(0.1)", "String(5e-324)",
	})
}

// TestJavaScriptArithmeticMatchesNode compares random expressions.
func TestJavaScriptArithmeticMatchesNode(t *testing.T) {
	t.Parallel()
	h := newHost(t)
	leaf := rapid.OneOf(
		rapid.SampledFrom([]string{"0", "-0", "1", "-1", "0.5", "NaN", "Infinity", "null", "undefined", "true", "false", "''", "'1'", "'a'", "'-2.5'", "[]", "[3]", "[1,2]", "({})", "2147483648", "4294967297", "1e300", "9007199254740993"}),
		rapid.Map(rapid.Float64(), func(f float64) string { return "(" + jsNumberText(f) + ")" }),
		rapid.Map(rapid.IntRange(-1000, 1000), func(i int) string { return fmt.Sprintf("(%d)", i) }),
	)
	op := rapid.SampledFrom(strings.Fields("+ - * / % & | ^ << >> >>> < > <= >= == != === !== && || "))
	var batch []string
	build := rapid.Custom(func(r *rapid.T) string {
		s := "(" + leaf.Draw(r, "leaf") + ")"
		for range rapid.IntRange(0, 3).Draw(r, "operators") {
			s = "(" + s + " " + op.Draw(r, "op") + " (" + leaf.Draw(r, "right") + "))"
		}
		form := rapid.SampledFrom([]string{"(%s)", "String(%s)", "JSON.stringify([%s])", "typeof (%s)", "!(%s)", "-(%s)", "~(%s)"}).Draw(r, "form")
		return fmt.Sprintf(form, s)
	})
	for i := range 1500 {
		batch = append(batch, build.Example(i))
	}
	checkAgainstNode(t, h, batch)
}

func TestJavaScriptEqualityMatchesNode(t *testing.T) {
	t.Parallel()
	h := newHost(t)
	values := []string{
		"null", "undefined", "true", "0", "-0", "1", "NaN", "'1'", "''", "'a'", "1n", "[]", "[1]", "['1']", "[0]", "[-0]", "[NaN]", "[undefined]", "[null]", "[[1], [2]]",
		"{}", "{a: 1}", "{a: 1, b: [2]}", "{b: [2], a: 1}", "{a: undefined}", "{a: '1'}", "{0: 1}", "Object.create(null)", "new Map()", "new Map([[1, 2]])", "new Map([['1', 2]])",
		"new Map([[1, 2], [3, 4]])", "new Map([[3, 4], [1, 2]])", "new Map([[{a: 1}, 2]])", "new Set()", "new Set([1, 2])", "new Set([2, 1])", "new Set([[1], [2]])", "new Set([[2], [1]])",
		"new Set(['1', 2])", "new Date(5)", "new Date(6)", "new Date(NaN)", "/a/g", "/a/", "new Uint8Array([1, 2])", "new Uint8Array([1, 3])", "new Float64Array([1])", "new Error('x')",
		"new TypeError('x')", "{x: 1}", "Object(1)", "Object('a')",
	}
	own := make([]string, len(values))
	for i, v := range values {
		own[i] = "[(" + v + ")]"
	}
	decoded := h.node(t, "const f = (x) => x", own)
	var pairs []string
	for _, a := range values {
		for _, b := range values {
			pairs = append(pairs, "[("+a+"), ("+b+")]")
		}
	}
	for _, kind := range []string{"deepStrictEqual", "deepEqual", "strictEqual", "equal"} {
		code := "const assert = require('assert'); const f = (a, b) => { try { assert." + kind + "(a, b); return true } catch { return false } }"
		for i, got := range h.node(t, code, pairs) {
			a, b := decoded[i/len(values)].value(), decoded[i%len(values)].value()
			assertion := jsAssertion{kind: kind}
			ok, _, err := assertion.against(a, b)
			if want := got.value().Int != 0; ok != want && !(err != nil && !ok) {
				t.Errorf("%s(%s, %s) = %v, in JavaScript %v", kind, values[i/len(values)], values[i%len(values)], ok, want)
			}
			if err != nil && a.Kind != compare.KindArray && b.Kind != compare.KindArray && got.value().Int != 0 {
				t.Errorf("%s(%s, %s): %v, in JavaScript true", kind, values[i/len(values)], values[i%len(values)], err)
			}
		}
	}
}
