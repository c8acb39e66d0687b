package function

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"steelyard"
	"steelyard/internal/grade"
)

func TestJavaScriptAssertions(t *testing.T) {
	t.Parallel()
	rows := []struct {
		src  string
		want []string // the argument lists
	}{
		{"const t = () => {\n console.assert(f(1) === 2)\n console.assert(f('a', [1]) == 'b', 'message');\n}\nt()", []string{"[1\n]", "['a',\n[1]\n]"}},
		{"function t() { console.assert(JSON.stringify(f([1])) === JSON.stringify([2])) } t();", []string{"[[1]\n]"}},
		{"const assert = require('node:assert');\nfunction test() { let candidate = f; assert.deepEqual(candidate([1.0]), true); }\ntest();", []string{"[[1.0]\n]"}},
		{"const assert = require('assert').strict; assert.equal(f(), 1); assert(f(2)); assert.ok(!f(3), 'x')", []string{"[\n]", "[2\n]", "[3\n]"}},
		{"const x = [3, 1]; const n = 2; console.assert(f(x, n) === n)", []string{"(() => {const x = [3, 1]\n;const n = 2\n;return [x,\nn\n]})()"}},
		{"const r = f(4); console.assert(r === 5)", []string{"[4\n]"}},
		{"(async () => { console.assert(await f(1) === 2) })()", []string{"[1\n]"}},
		{"console.assert(3 < f(1) && true); console.assert(Math.abs(f(1.5) - 0.5) < 1e-6)", []string{"[1\n]", "[1.5\n]"}},
		{"console.assert(f([3, 1], (a, b) => a - b)[0] === 1)", []string{"[[3, 1],\n(a, b) => a - b\n]"}},
		{"console.assert(f('a'.repeat(3), new Map([[1, 2]]), ...[4]) === /* c */ 1) // d", []string{"['a'.repeat(3),\nnew Map([[1, 2]]),\n...[4]\n]"}},
	}
	for _, tt := range rows {
		got, err := jsAssertions(tt.src, "f", "")
		if err != nil {
			t.Errorf("%s: %v", tt.src, err)
			continue
		}
		var args []string
		for _, a := range got {
			args = append(args, a.args)
		}
		if strings.Join(args, "|") != strings.Join(tt.want, "|") {
			t.Errorf("%s: arguments %q, want %q", tt.src, args, tt.want)
		}
	}
	for _, src := range []string{
		"",
		"console.log(f(1))",
		"for (const x of [1]) console.assert(f(x) === x)",
		"console.assert(f(1) === f(2))",                             // cross-call identity
		"console.assert(f(f(1)) === 1)",                             // a call inside the arguments
		"console.assert(f(helper(1)) === 1)",                        // a helper
		"console.assert(f(Math.random()) < 1)",                      // differs between runs
		"const d = [1]; console.assert(f(d)); console.assert(f(d))", // one value, two calls
		"const r = f(1); console.assert(r[0]); console.assert(r[1])",
		"const r = f(1)", // a call and no assertion
		"console.assert(f(1).map(x => x)[0] === 1)",    // a method of the result
		"console.assert(f(1) === 2 ** 0.5)",            // the engine's last bit
		"let x = 1; x = 2; console.assert(f(x) === 2)", // assignment
		"console.assert(f(1) instanceof Array)",
		"console.assert(f(1) === 1",                  // unclosed
		"function t() { console.assert(f(1)) }",      // never called
		"const Math = 1; console.assert(f(1) === 1)", // shadows a global
		"it('x', () => { expect(f(1)).toBe(2) })",
	} {
		if got, err := jsAssertions(src, "f", ""); !errors.Is(err, errJSSyntax) {
			t.Errorf("%s: read as %d rows (%v), want the tester", src, len(got), err)
		}
	}
}

func jsTask(f steelyard.FunctionSpec, checks ...steelyard.Check) *steelyard.Task {
	f.Language = "javascript"
	if f.EntryPoint == "" {
		f.EntryPoint = "f"
	}
	return &steelyard.Task{
		ID: "t", Kind: steelyard.KindFunction, Function: &f, Suite: steelyard.Suite{Checks: checks},
		Limits: steelyard.Limits{Wall: steelyard.Duration(20 * time.Second)},
	}
}

func call(expected string, args ...string) steelyard.Check {
	c := &steelyard.Call{Args: []json.RawMessage{}}
	for _, a := range args {
		c.Args = append(c.Args, json.RawMessage(a))
	}
	if expected != "" {
		c.Expected = json.RawMessage(expected)
	}
	return steelyard.Check{Call: c}
}

func TestJavaScriptVerdicts(t *testing.T) {
	t.Parallel()
	h := newHost(t)
	one := steelyard.FunctionSpec{Test: "console.assert(f(1) === 1)"}
	loop := steelyard.FunctionSpec{Test: "for (const x of [1, 2]) console.assert(f(x) === x, 'x')"}
	withGold := func(task *steelyard.Task, gold string) *steelyard.Task {
		task.Gold = []steelyard.Output{{Text: steelyard.Text(gold)}}
		return task
	}
	slow := jsTask(steelyard.FunctionSpec{Test: "console.assert(f(1) === 1); console.assert(f(2) === 2); console.assert(f(3) === 3)"})
	slow.Limits.Wall = steelyard.Duration(2 * time.Second)
	slowLoop := jsTask(loop)
	slowLoop.Limits.Wall = steelyard.Duration(2 * time.Second)
	tight := jsTask(one)
	tight.Limits.Memory = 128 * steelyard.MiB
	tests := []struct {
		name    string
		task    *steelyard.Task
		code    string
		outcome steelyard.VerdictOutcome
		cause   string
		passed  int
	}{
		{"arrow", jsTask(one), "const f = (x) => x", steelyard.Pass, "", 1},
		{"exported", jsTask(one), "module.exports = { f: (x) => x }", steelyard.Pass, "", 1},
		{"written as a module", jsTask(one), "export const f = (x) => g(x);\nexport default function g(x) { return x }\nexport { f as h };\n", steelyard.Pass, "", 1},
		{"loads a module later", jsTask(steelyard.FunctionSpec{Test: "(async () => { console.assert(await f(1) === 1) })()"}), "const f = async (x) => (await import('node:path')).sep === '/' ? x : 0", steelyard.Pass, "", 1},
		{"test that parses the answer", jsTask(steelyard.FunctionSpec{Test: "for (const x of [1]) console.assert(JSON.parse(f(x)) === x)"}), "const f = (x) => 'not json'", steelyard.Fail, steelyard.CauseWrongAnswer, 0},
		{"forged answer", jsTask(loop), "const fs = require('fs'); const f = (x) => { const v = 'l3;K6;RegExpt2;s1;(s0;Nf' + '\\0'.repeat(8); fs.writeSync(1, 'R0;' + v.length + ';' + v); return x }", steelyard.Fail, steelyard.CauseBadValue, 0},
		{"fenced", jsTask(one), "Here:\n```js\nfunction f(x) { return x }\n```", steelyard.Pass, "", 1},
		{"unclosed fence", jsTask(one), "Here:\n```js\nfunction f(x) {", steelyard.Fail, steelyard.CauseNoAnswer, 0},
		{"wrong", jsTask(one), "const f = (x) => 2", steelyard.Fail, steelyard.CauseWrongAnswer, 0},
		{"loose type", jsTask(one), "const f = (x) => '1'", steelyard.Fail, steelyard.CauseWrongAnswer, 0},
		{"syntax", jsTask(one), "const f = (x => ;", steelyard.Fail, steelyard.CauseCompileError, 0},
		{"no entry point", jsTask(one), "const g = (x) => x", steelyard.Fail, steelyard.CauseNoEntry, 0},
		{"not a function", jsTask(one), "const f = 1", steelyard.Fail, steelyard.CauseNoEntry, 0},
		{"load throws", jsTask(one), "const f = (x) => x; null.x", steelyard.Fail, steelyard.CauseRuntimeError, 0},
		{"promise not awaited by the test", jsTask(one), "const f = async (x) => x", steelyard.Fail, steelyard.CauseWrongAnswer, 0},
		{"promise awaited", jsTask(steelyard.FunctionSpec{Test: "(async () => { console.assert(await f(1) === 1) })()"}), "const f = async (x) => x", steelyard.Pass, "", 1},
		{"rejected", jsTask(steelyard.FunctionSpec{Test: "(async () => { console.assert(await f(1) === 1) })()"}), "const f = async (x) => { throw 1 }", steelyard.Fail, steelyard.CauseRuntimeError, 0},
		{"exit keeps earlier rows", slow, "const f = (x) => x > 1 ? process.exit(0) : x", steelyard.Fail, steelyard.CauseRuntimeError, 1},
		{"hang keeps earlier rows", slow, "const f = (x) => { while (x > 1); return x }", steelyard.Fail, steelyard.CauseTimeout, 1},
		{"printing is no harm", jsTask(one), "console.log('R0;1;T'); process.stdout.write('x'); const f = (x) => x", steelyard.Pass, "", 1},
		{"timers are no harm", jsTask(one), "setInterval(() => {}, 1000); const f = (x) => x", steelyard.Pass, "", 1},
		{"deep recursion", jsTask(one), "const g = (n) => n ? 1 + g(n - 1) : 0; const f = (x) => g(100000) / 100000", steelyard.Pass, "", 1},
		{"endless recursion", jsTask(one), "const f = (x) => 1 + f(x)", steelyard.Fail, steelyard.CauseRuntimeError, 0},
		{"heap", tight, "const f = (x) => { const a = []; for (;;) a.push(new Array(1000).fill(x)) }", steelyard.Fail, steelyard.CauseOOM, 0},
		{"candidate's missing module", jsTask(one), "const m = require('no-such-module'); const f = (x) => x", steelyard.Fail, steelyard.CauseRuntimeError, 0},
		{"task's missing module", withGold(jsTask(one), "const m = require('no-such-module'); const f = (x) => x"),
			"const f = (x) => require('no-such-module')(x)", steelyard.Invalid, steelyard.CauseTaskBroken, 0},
		{"task's missing module, not needed", withGold(jsTask(one), "const m = require('no-such-module'); const f = (x) => x"), "const f = (x) => x", steelyard.Pass, "", 1},

		{"tester", jsTask(loop), "const f = (x) => x", steelyard.Pass, "", 1},
		{"tester, wrong", jsTask(loop), "const f = (x) => 1", steelyard.Fail, steelyard.CauseWrongAnswer, 0},
		{"tester, throws", jsTask(loop), "const f = (x) => { throw new RangeError('r') }", steelyard.Fail, steelyard.CauseRuntimeError, 0},
		{"tester, no entry point", jsTask(loop), "const g = 1", steelyard.Fail, steelyard.CauseNoEntry, 0},
		{"tester, exit", jsTask(loop), "const f = (x) => process.exit(0)", steelyard.Fail, steelyard.CauseRuntimeError, 0},
		{"tester, hang", slowLoop, "const f = (x) => { for (;;); }", steelyard.Fail, steelyard.CauseTimeout, 0},
		{"tester, printing", jsTask(loop), "console.log(1); const f = (x) => { process.stdout.write('R0;1;T'); return x }", steelyard.Pass, "", 1},
		{"test needs a module", jsTask(steelyard.FunctionSpec{Test: "const _ = require('no-such-module'); console.assert(_.eq(f(1), 1))"}),
			"const f = (x) => x", steelyard.Invalid, steelyard.CauseTaskBroken, 0},
		{"test names what is not there", jsTask(steelyard.FunctionSpec{Test: "describe('f', () => { console.assert(f(1) === 1) })"}),
			"const f = (x) => x", steelyard.Invalid, steelyard.CauseTaskBroken, 0},
		{"test never calls", jsTask(steelyard.FunctionSpec{Test: "console.assert(true)"}), "const f = (x) => x", steelyard.Invalid, steelyard.CauseTaskBroken, 0},
		{"callback", jsTask(steelyard.FunctionSpec{Test: "let n = 0; f(() => n++); console.assert(n === 1)"}), "const f = (g) => g()", steelyard.Invalid, steelyard.CauseTaskBroken, 0},
		{"no checks", jsTask(steelyard.FunctionSpec{}), "const f = 1", steelyard.Invalid, steelyard.CauseTaskBroken, 0},

		{"calls", jsTask(steelyard.FunctionSpec{}, call("[1, {\"a\": null}]", "1", "{\"a\": null}"), call("\"x\"", "\"x\"")),
			"const f = (...a) => a.length > 1 ? a : a[0]", steelyard.Pass, "", 2},
		{"calls, tolerance", jsTask(steelyard.FunctionSpec{Abs: 1e-6}, call("[0.3]", "0.1")), "const f = (x) => [x + 0.2]", steelyard.Pass, "", 1},
		{"calls, partial", jsTask(steelyard.FunctionSpec{}, call("1", "1"), call("2", "2")), "const f = (x) => 1", steelyard.Fail, steelyard.CauseWrongAnswer, 1},
		{"calls, promise", jsTask(steelyard.FunctionSpec{}, call("1", "1")), "const f = async (x) => x", steelyard.Pass, "", 1},
		{"method", jsTask(steelyard.FunctionSpec{Class: "Solution"}, call("3", "1", "2")), "class Solution { f(a, b) { return a + b } }", steelyard.Pass, "", 1},
		{"oracle", withGold(jsTask(steelyard.FunctionSpec{Oracle: steelyard.OracleGold}, call("", "3"), call("", "4")), "const f = (x) => x * x"),
			"const f = (x) => x === 3 ? 9 : 0", steelyard.Fail, steelyard.CauseWrongAnswer, 1},
		{"canary", jsTask(steelyard.FunctionSpec{}, call("1", "1"), steelyard.Check{Role: steelyard.RoleCanary, Assert: "console.assert(f(2) === 3)"}),
			"const f = (x) => x", steelyard.Pass, "", 1},
		{"canary passes", jsTask(steelyard.FunctionSpec{}, call("1", "1"), steelyard.Check{Role: steelyard.RoleCanary, Assert: "console.assert(f(2) === 3)"}),
			"const f = (x) => x > 1 ? 3 : 1", steelyard.Fail, steelyard.CauseWrongAnswer, 2},
		{"mixed checks", jsTask(steelyard.FunctionSpec{}, call("1", "1"), steelyard.Check{Assert: "for (;;) { console.assert(f(2) === 2); break }"}),
			"const f = (x) => x", steelyard.Pass, "", 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v := h.weighOrBroken(t, jsLang{}, grade.Input{Task: tt.task, Rollout: answerOf(tt.code)})
			passed, _ := v.Counts()
			if v.Outcome != tt.outcome || v.Cause != tt.cause || passed != tt.passed {
				t.Errorf("verdict %s %s (%s), %d passed; want %s %s, %d passed", v.Outcome, v.Cause, v.Reason, passed, tt.outcome, tt.cause, tt.passed)
			}
			if v.Outcome != steelyard.Pass && v.Reason == "" {
				t.Error("no reason given")
			}
		})
	}
}

// TestJavaScriptTesterValues sends values there and back.
func TestJavaScriptTesterValues(t *testing.T) {
	t.Parallel()
	test := `
const assert = require('assert');
const cyclic = new Error('kept');
for (const v of [null, undefined, true, -0, NaN, 1e300, 10n ** 30n, -5n, 'a\ud800é\u{1F600}', [1, [2]], { a: 1, __proto__: null }, { 'x y': [{}] },
  new Map([[{ k: 1 }, new Set([1, 'a'])]]), new Date(5), /a+/gi, new Uint8Array([1, 2]), new Float32Array([0.5]), new BigInt64Array([-1n]), Object('s')]) {
  assert.deepStrictEqual(f('same', v), v);
}
assert.throws(() => f('throw', 'RangeError'), (e) => e instanceof RangeError && e.message === 'thrown');
const list = [3, [1, 2], { a: 1 }];
const inner = list[1];
assert.strictEqual(f('alias', list), list);
assert.deepStrictEqual(f('change', list), undefined);
assert.deepStrictEqual(list, [[9, 2, 7], { b: 2 }]);
assert.deepStrictEqual([...f('generate', 3)], [0, 1, 2]);
assert.strictEqual(f('class').constructor.name, 'Point');
assert.strictEqual(require('util').types.isPromise(f('promise')), true);
f('promise').then((v) => console.assert(v === 5, 'promise'));
`
	code := `
class Point { constructor() { this.x = 1 } }
function f(what, v) {
  switch (what) {
    case 'same': return v;
    case 'alias': return v;
    case 'throw': throw new globalThis[v]('thrown');
    case 'change': v.shift(); v[0].push(7); v[0][0] = 9; delete v[1].a; v[1].b = 2; return;
    case 'generate': return (function* () { for (let i = 0; i < v; i++) yield i })();
    case 'class': return new Point();
    case 'promise': return Promise.resolve(5);
  }
}`
	v := newHost(t).weigh(t, jsLang{}, grade.Input{Task: jsTask(steelyard.FunctionSpec{Test: test}), Rollout: answerOf(code)})
	if v.Outcome != steelyard.Pass {
		t.Errorf("verdict %s %s: %s", v.Outcome, v.Cause, v.Reason)
	}
}

func TestJavaScriptHelpersOfThePrompt(t *testing.T) {
	t.Parallel()
	h := newHost(t)
	prompt := "/* shifts */\nconst shift = (s) => s.split('').map((c) => String.fromCharCode(c.charCodeAt(0) + 1)).join('')\n\n/* undoes shift */\nconst f = (s) => {\n"
	task := jsTask(steelyard.FunctionSpec{Prompt: prompt, Test: "for (const s of ['abc', 'xyz']) console.assert(f(shift(s)) === s)"})
	body := "  return s.split('').map((c) => String.fromCharCode(c.charCodeAt(0) - 1)).join('')\n}\n"
	for code, want := range map[string]steelyard.VerdictOutcome{
		body:                          steelyard.Pass,
		prompt + body:                 steelyard.Pass,
		"const f = (s) => {\n" + body: steelyard.Pass,
		"const f = (s) => shift(s)":   steelyard.Fail, // the helper is there, and of no use
		"const shift = (s) => s; const f = (s) => s": steelyard.Fail, // the test uses the task's copy
	} {
		if v := h.weigh(t, jsLang{}, grade.Input{Task: task, Rollout: answerOf(code)}); v.Outcome != want {
			t.Errorf("%q: %s (%s), want %s", code, v.Outcome, v.Reason, want)
		}
	}
}

func TestJavaScriptWeak(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]bool{
		"let n = 0; f(x => n += x); console.assert(n)":     true,
		"f([1], function (a) { return a })":                true,
		"for (const x of [1]) console.assert(f(x))":        false,
		"[1].map((x) => x); for (;;) console.assert(f(1))": false,
	} {
		info, err := jsLang{}.inspect(jsTask(steelyard.FunctionSpec{Test: src}))
		if err != nil {
			t.Fatal(err)
		}
		if (info.Weak != "") != want {
			t.Errorf("%s: weak = %q", src, info.Weak)
		}
	}
}

func TestJavaScriptVerdictIsTotal(t *testing.T) {
	t.Parallel()
	task := jsTask(steelyard.FunctionSpec{Test: doubleRows, EntryPoint: "double"}, call("1", "1"), steelyard.Check{Assert: "for (;;) double()"})
	in := grade.Input{Task: task, Rollout: answerOf("const double = 1"), Read: readInline}
	for _, seen := range [][]steelyard.Observation{
		nil, {{}}, {{Step: jsStepRows}}, {{Step: jsStepTester}},
		{{Step: jsStepRows, Outcome: steelyard.Outcome{Procs: []steelyard.ProcOutcome{{Role: steelyard.ProcCandidate}}}}},
		{steelyard.InfraObservation(jsStepRows, "sandbox", "x", true)},
	} {
		v, err := jsLang{}.verdict(in, seen)
		if err != nil || v.Outcome == "" || v.Outcome == steelyard.Pass {
			t.Errorf("verdict of %+v: %+v, %v", seen, v, err)
		}
	}
}

func FuzzJavaScriptAssertions(f *testing.F) {
	for _, s := range []string{doubleRows, doubleTester, "const a=[1,,/x/g,`${f(1)}`];console.assert(f(a)===({b:1n}).b)", "((((", "f(\\u0041)", "'\\u{110000}'", "0x", "a?.1:2"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		list, err := jsAssertions(src, "f", "")
		if (err == nil) != (len(list) > 0) {
			t.Errorf("%d rows and error %v", len(list), err)
		}
		for i := range list {
			if _, err := jsLiteral(list[i].args); err != nil && !strings.HasPrefix(list[i].args, "(() =>") {
				t.Errorf("arguments %q do not read: %v", list[i].args, err)
			}
			if ok, _, _ := list[i].holds(jsNothing()); ok && list[i].kind == "" {
				t.Error("assertion without a kind")
			}
		}
		_ = jsPreamble(src)
	})
}

// Whatever a process writes after its code has begun says nothing of the task.
func TestJavaScriptForgedFrames(t *testing.T) {
	t.Parallel()
	const ok = "B0;0;L0;0;R0;1;TR1;1;TZ0;0;"
	for stream, want := range map[string]bool{
		ok: false, "Q0;3;foo" + ok: false, "B0;0;X0;8;e0;0;0;0": false, "B0;0;M0;0;": false, "B0;0;L0;0;R0;1;T": false,
		"": false, ok + "B0;0;": true, ok + "\n": true, ok + "Q0;3;foo": true, "B0;0;Q0;3;foo": true, "L0;0;": true,
		"B0;0;L0;0;R1;1;TR0;1;T": true, "B0;0;L0;0;R0;1;TR0;1;T": true, "B0;0;R0;1;T": true, "B0;0;L0;0;L0;0;": true,
		"B0;0;L0;0;X0;8;e0;0;0;0": true, "B0;0;L0;0;M0;0;": true, "B0;0;Z0;0;": true, "B0;0;L0;0;R0;11;S2;s1;as1;a": true,
		"B0;0;L0;0;R0;4;t1;T": true, "B0;0;L0;0;T0;2;{}": true,
	} {
		if run := jsReadRun([]byte(stream), true); run.forged != want {
			t.Errorf("%q: forged %v", stream, run.forged)
		}
	}
	if run := jsReadRun([]byte("B0;0;L0;0;R0;9"), false); run.forged || !run.loaded {
		t.Errorf("cut off by a limit: %+v", run)
	}
}

func FuzzJavaScriptFrames(f *testing.F) {
	f.Add([]byte("Q0;3;fooB0;0;L0;0;R0;1;TE1;12;e5;Error0;0;Q1;3;fooR2;2;o1;"))
	f.Add([]byte("R99999999999;1;T"))
	f.Fuzz(func(t *testing.T, b []byte) {
		run := jsReadRun(b, true)
		if len(run.results) > len(b) {
			t.Errorf("%d results from %d bytes", len(run.results), len(b))
		}
		var e jsEvents
		frames, _ := jsFrames(b)
		for _, fr := range frames {
			e.add(fr)
		}
	})
}
