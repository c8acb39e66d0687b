package function

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"steelyard"
	"steelyard/internal/grade"
)

func pyTask(f steelyard.FunctionSpec, checks ...steelyard.Check) *steelyard.Task {
	f.Language = "python"
	return &steelyard.Task{
		ID: "t", Kind: steelyard.KindFunction, Function: &f, Suite: steelyard.Suite{Checks: checks},
		Limits: steelyard.Limits{Wall: steelyard.Duration(20 * time.Second)},
	}
}

func assertChecks(sources ...string) []steelyard.Check {
	var out []steelyard.Check
	for _, s := range sources {
		out = append(out, steelyard.Check{Assert: s})
	}
	return out
}

func jsonCall(args, expected string) steelyard.Check {
	var list []json.RawMessage
	if err := json.Unmarshal([]byte(args), &list); err != nil {
		panic(err)
	}
	return steelyard.Check{Call: &steelyard.Call{Args: list, Expected: json.RawMessage(expected)}}
}

func TestPyRowSources(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		spec steelyard.FunctionSpec
		want []string
	}{
		{
			"literal",
			steelyard.FunctionSpec{EntryPoint: "f", Test: "assert f([1, 2.5], {'a': None}, k=(1,)) == 3, 'message'"},
			[]string{"(([1,2.5],{'a':None,},),{'k':(1,),})"},
		},
		{
			"check function",
			steelyard.FunctionSpec{EntryPoint: "f", Test: "METADATA = {'a': 1}\n\ndef check(candidate):\n    # comment\n    assert candidate(-1) == 1\n    assert True, 'nothing'\n    assert f('x') == candidate('y')\n\ncheck(f)\n"},
			[]string{"((- (1),),{})", "(('x',),{})", "(('y',),{})"},
		},
		{"variable", steelyard.FunctionSpec{EntryPoint: "f", Test: "n = 3 * 4\nxs = [n, n + 1]\nassert f(xs) == n"}, []string{"(([12, 13],),{})"}},
		{
			"builtins stay as they are",
			steelyard.FunctionSpec{EntryPoint: "f", Test: "assert f(range(3), int, math.pi, [i * 2 for i in range(2)])"},
			[]string{"((range(3),int,math.pi,[(i * (2)) for i in (range(2))],),{})"},
		},
		{"several lines", steelyard.FunctionSpec{EntryPoint: "f", Test: "assert f([1,\n  2]  # why\n ) == [\n  1\n]; assert f(3) == 1"}, []string{"(([1,2],),{})", "((3,),{})"}},
		{"entry point shadows a builtin", steelyard.FunctionSpec{EntryPoint: "sum", Test: "assert sum(1, 2) == 3"}, []string{"((1,2,),{})"}},
		{
			"wrapped",
			steelyard.FunctionSpec{EntryPoint: "f", Test: "assert abs(sorted(f(1))[0] - 2.0) < 1e-6 and len(f(2)) > 1 or not f(3)"},
			[]string{"((1,),{})", "((2,),{})", "((3,),{})"},
		},
		{"method", steelyard.FunctionSpec{EntryPoint: "run", Class: "Solution", Test: "assert Solution().run(1) == 2"}, []string{"((1,),{})"}},
	} {
		p, err := makePyPlan(pyTask(tt.spec))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		var got []string
		for _, r := range p.rows {
			got = append(got, r.source)
		}
		if p.mode != modeRows {
			test, _ := readPyTest(&tt.spec)
			t.Errorf("%s: mode %s: %v", tt.name, p.mode, (&pyPlan{}).compileRows(pyTask(tt.spec), test))
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: %s", tt.name, d)
		}
	}
}

func TestPyModes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, test, prompt, mode, weak string
		checks                         int
	}{
		{name: "loop", test: "for i in range(3):\n    assert f(i) == i", mode: modeTester, checks: 1},
		{name: "argument changed in place", test: "x = [2, 1]\nf(x)\nassert x == [1, 2]", mode: modeTester, checks: 1},
		{name: "shared mutable argument", test: "x = [2, 1]\nassert f(x) == 1\nassert f(x) == 2", mode: modeTester, checks: 2},
		{name: "shared immutable argument", test: "x = (2, 1)\nassert f(x) == 1\nassert f(x) == 2", mode: modeRows, checks: 2},
		{name: "mutable value by two names", test: "x = [2]\ny = (x, 1)\nassert f(x) == 1\nassert f(1) == y", mode: modeTester, checks: 2},
		{name: "mutable argument used before", test: "x = [2, 1]\nn = len(x)\nassert f(x) == n", mode: modeRows, checks: 1},
		{name: "mutable argument in its own assertion", test: "x = [2, 1]\nassert f(x) == x", mode: modeTester, checks: 1},
		{name: "mutable argument twice", test: "x = [2, 1]\nassert f(x, x) == 1", mode: modeTester, checks: 1},
		{name: "mutable argument bound again", test: "x = [2, 1]\nassert f(x) == 1\nx = [1]\nassert f(x) == 1", mode: modeRows, checks: 2},
		{name: "nested call", test: "assert f(f(1)) == 1", mode: modeTester, checks: 1},
		{name: "exception expected", test: "try:\n    f(1)\n    assert False\nexcept ValueError:\n    pass", mode: modeTester, checks: 1},
		{name: "prompt helper", test: "assert f(helper(1)) == 1", prompt: "def helper(x):\n    return x\n\ndef f(x):\n    '''doc'''\n", mode: modeTester, checks: 1},
		{name: "module without import", test: "assert f(1) == sys.getsizeof(1)", mode: modeTester, checks: 1},
		{name: "callback", test: "assert f(lambda x: x) == 1", mode: modeInProcess, weak: "pass a function", checks: 1},
		{name: "function of the tests", test: "def g(x):\n    return x\nassert f(g) == 1", mode: modeInProcess, weak: "pass a function", checks: 1},
		{name: "value of a test's function", test: "def g(x):\n    return x\nassert f(g(1)) == 1", mode: modeTester, checks: 1},
		{name: "class of the candidate's", test: "assert f(Node(1)) == 1", mode: modeInProcess, weak: "Node", checks: 1},
		{name: "builtin type", test: "assert f(1, int) == 1", mode: modeRows, checks: 1},
		{name: "one group per statement", test: "def check(candidate):\n    import random\n    assert candidate(1) == 1\n    for i in range(3):\n        assert candidate(i) == i\n    assert candidate(2) == 2\n", mode: modeTester, checks: 3},
	} {
		ins, err := newPyLang().inspect(pyTask(steelyard.FunctionSpec{EntryPoint: "f", Test: tt.test, Prompt: tt.prompt}))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if ins.Mode != tt.mode || ins.Checks != tt.checks || (tt.weak == "") != (ins.Weak == "") || !strings.Contains(ins.Weak, tt.weak) {
			t.Errorf("%s: %+v, want mode %s, %d checks, weak %q", tt.name, ins, tt.mode, tt.checks, tt.weak)
		}
	}
}

func TestPyBrokenTasks(t *testing.T) {
	t.Parallel()
	l := newPyLang()
	for name, task := range map[string]*steelyard.Task{
		"no checks":           pyTask(steelyard.FunctionSpec{EntryPoint: "f"}),
		"nothing asserted":    pyTask(steelyard.FunctionSpec{EntryPoint: "f", Test: "x = 1"}),
		"entry is no name":    pyTask(steelyard.FunctionSpec{EntryPoint: "f()", Test: "assert f()"}),
		"entry is a keyword":  pyTask(steelyard.FunctionSpec{EntryPoint: "for", Test: "assert 1"}),
		"tests do not parse":  pyTask(steelyard.FunctionSpec{EntryPoint: "f", Test: "assert f('x) == 1"}),
		"oracle without gold": pyTask(steelyard.FunctionSpec{EntryPoint: "f", Oracle: "gold"}, steelyard.Check{Call: &steelyard.Call{Source: "1"}}),
		"empty check":         pyTask(steelyard.FunctionSpec{EntryPoint: "f"}, steelyard.Check{ID: "x"}),
		"arguments run code":  pyTask(steelyard.FunctionSpec{EntryPoint: "f"}, steelyard.Check{Call: &steelyard.Call{Source: "open('x')", ExpectedSource: "1"}}),
		"expected runs code":  pyTask(steelyard.FunctionSpec{EntryPoint: "f"}, steelyard.Check{Call: &steelyard.Call{Source: "1", ExpectedSource: "exit()"}}),
	} {
		_, err := l.inspect(task)
		var input *steelyard.InputError
		if name == "arguments run code" || name == "expected runs code" {
			// Such a call can still run as an assertion in the tester.
			if err != nil && !errors.As(err, &input) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if !errors.As(err, &input) || input.Remedy == "" {
			t.Errorf("%s: %v, want an input error with a remedy", name, err)
		}
		v, err := l.verdict(grade.Input{Task: task, Rollout: &steelyard.Rollout{}, Read: readInline}, nil)
		if err != nil || v.Outcome != steelyard.Invalid || v.Reason == "" {
			t.Errorf("%s: verdict %+v, %v, want invalid", name, v, err)
		}
	}
}

func TestPyWeigh(t *testing.T) {
	t.Parallel()
	h := newPyHost(t)
	l := newPyLang()
	deep := strings.Repeat("[", 150) + strings.Repeat("]", 150)
	gold := func(code string, task *steelyard.Task) *steelyard.Task {
		task.Gold = []steelyard.Output{{Text: steelyard.Text(code)}}
		return task
	}
	f := steelyard.FunctionSpec{EntryPoint: "f"}
	tester := func(test string) *steelyard.Task {
		return pyTask(steelyard.FunctionSpec{EntryPoint: "f", Test: "for _ in range(1):\n    pass\n" + test})
	}
	for _, tt := range []struct {
		name    string
		task    *steelyard.Task
		answer  string
		outcome steelyard.VerdictOutcome
		cause   string
		passed  float64
		detail  string
	}{
		{name: "rows pass", task: pyTask(f, assertChecks("assert f(1) == 2", "assert f(2) == 3")...), answer: "def f(x):\n    return x + 1", outcome: steelyard.Pass, passed: 2},
		{
			name: "rows fail", task: pyTask(f, assertChecks("assert f(1) == 2", "assert f(2) == 5")...), answer: "def f(x):\n    return x + 1",
			outcome: steelyard.Fail, cause: steelyard.CauseWrongAnswer, passed: 1, detail: "f(2) == 5: found 3",
		},
		{name: "generator is materialised", task: pyTask(f, assertChecks("assert list(f(3)) == [0, 1, 2]")...), answer: "def f(x):\n    yield from range(x)", outcome: steelyard.Pass, passed: 1},
		{name: "generator is no list", task: pyTask(f, assertChecks("assert f(3) == [0, 1, 2]")...), answer: "def f(x):\n    yield from range(x)", outcome: steelyard.Fail, cause: steelyard.CauseWrongAnswer},
		{name: "match object is true", task: pyTask(f, assertChecks("assert f('ab')", "assert not f('b')", "assert f('b') is None")...), answer: "import re\ndef f(x):\n    return re.match('a', x)", outcome: steelyard.Pass, passed: 3},
		{name: "counter", task: pyTask(f, assertChecks("assert f('aab') == {'a': 2, 'b': 1}")...), answer: "from collections import Counter\ndef f(x):\n    return Counter(x)", outcome: steelyard.Pass, passed: 1},
		{name: "strict types", task: pyTask(steelyard.FunctionSpec{EntryPoint: "f", Strict: true}, assertChecks("assert f() == 1")...), answer: "def f():\n    return True", outcome: steelyard.Fail, cause: steelyard.CauseWrongAnswer},
		{name: "tolerance", task: pyTask(steelyard.FunctionSpec{EntryPoint: "f", Abs: 1e-6}, assertChecks("assert f() == [0.3]")...), answer: "def f():\n    return [0.1 + 0.2]", outcome: steelyard.Pass, passed: 1},
		{
			name: "dies in the second row", task: pyTask(f, assertChecks("assert f(1) == 1", "assert f(2) == 2", "assert f(3) == 3")...),
			answer: "import os\ndef f(x):\n    if x == 2:\n        os._exit(0)\n    return x", outcome: steelyard.Fail, cause: steelyard.CauseRuntimeError, passed: 1, detail: "ended itself",
		},
		{name: "raises", task: pyTask(f, assertChecks("assert f(1) == 1")...), answer: "def f(x):\n    raise KeyError('no')", outcome: steelyard.Fail, cause: steelyard.CauseRuntimeError, detail: "KeyError: 'no'"},
		{name: "syntax error", task: pyTask(f, assertChecks("assert f(1) == 1")...), answer: "def f(x:\n    return", outcome: steelyard.Fail, cause: steelyard.CauseCompileError},
		{name: "no entry point", task: pyTask(f, assertChecks("assert f(1) == 1")...), answer: "def g(x):\n    return x", outcome: steelyard.Fail, cause: steelyard.CauseNoEntry},
		{name: "no answer", task: pyTask(f, assertChecks("assert f(1) == 1")...), answer: "<think>hm", outcome: steelyard.Fail, cause: steelyard.CauseNoAnswer},
		{name: "fence", task: pyTask(f, assertChecks("assert f(1) == 1")...), answer: "Sure:\n```python\ndef f(x):\n    return x\n```\nand\n```\nf(1)\n```\n", outcome: steelyard.Pass, passed: 1},
		{name: "script block does not run", task: pyTask(f, assertChecks("assert f(1) == 1")...), answer: "def f(x):\n    return x\nif __name__ == '__main__':\n    raise SystemExit(f(input()))", outcome: steelyard.Pass, passed: 1},
		{name: "dataclass works", task: pyTask(f, assertChecks("assert f(1) == 1")...), answer: "from __future__ import annotations\nfrom dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\ndef f(x):\n    return P(x).x", outcome: steelyard.Pass, passed: 1},
		{name: "prints do not disturb", task: pyTask(f, assertChecks("assert f(1) == 1")...), answer: "def f(x):\n    print('z' * 9)\n    return x", outcome: steelyard.Pass, passed: 1},
		{name: "after", task: pyTask(steelyard.FunctionSpec{EntryPoint: "f", Before: "import math", After: "assert f(1) == 1"}, assertChecks("assert f(1) == 1")...), answer: "def f(x):\n    return math.floor(x)", outcome: steelyard.Pass, passed: 1},
		{name: "json", task: pyTask(f, jsonCall(`[[1, 2], "é\n", null, 1.0]`, `[[1, 2], "é\n", null, 1]`)), answer: "def f(*a):\n    return a", outcome: steelyard.Pass, passed: 1},
		{name: "long json", task: pyTask(f, jsonCall(`["`+strings.Repeat("x", bulkJSON)+`"]`, `262144`)), answer: "def f(s):\n    return len(s)", outcome: steelyard.Pass, passed: 1},
		{name: "method", task: pyTask(steelyard.FunctionSpec{EntryPoint: "run", Class: "Solution"}, jsonCall(`[1]`, `2`), jsonCall(`[2]`, `3`)), answer: "class Solution:\n    def run(self, x: int) -> int:\n        return x + 1", outcome: steelyard.Pass, passed: 2},
		{name: "deep value", task: pyTask(f, steelyard.Check{Call: &steelyard.Call{Source: "150", ExpectedSource: deep}}), answer: "def f(n):\n    x = []\n    for _ in range(n - 1):\n        x = [x]\n    return x", outcome: steelyard.Pass, passed: 1},
		{
			name: "oracle and contract", task: gold("def f(x, y=2):\n    return [x / y]\n", pyTask(steelyard.FunctionSpec{EntryPoint: "f", Oracle: "gold", Contract: "\n    assert y != 0, 'division'\n"},
				steelyard.Check{ID: "a", Call: &steelyard.Call{Source: "1, 3"}}, steelyard.Check{ID: "b", Call: &steelyard.Call{Source: "1, 0"}})),
			answer: "def f(x, y=2):\n    return [x / y + 1e-9]", outcome: steelyard.Pass, passed: 1,
		},
		{
			name: "gold fails", task: gold("def g():\n    pass\n", pyTask(steelyard.FunctionSpec{EntryPoint: "f", Oracle: "gold"}, steelyard.Check{Call: &steelyard.Call{Source: "1"}})),
			answer: "def f(x):\n    return x", outcome: steelyard.Invalid, cause: steelyard.CauseTaskBroken, detail: "gold",
		},

		{
			name: "tester in place", task: tester("x = [3, 1]\ny = {'k': x}\nf(x, y)\nassert x == [1, 3] and y['k'] is x and y['n'] == 2"),
			answer: "def f(x, y):\n    x.sort()\n    y['n'] = len(y['k'])", outcome: steelyard.Pass, passed: 1,
		},
		{
			name: "tester identity", task: tester("x = [1]\nassert f(x) is x and f(x) == [1, 1, 1]\ns = {1}\nassert f(s) is s"),
			answer: "def f(x):\n    if type(x) is list:\n        x.append(1)\n    return x", outcome: steelyard.Pass, passed: 2,
		},
		{
			name: "tester exception", task: tester("try:\n    f(-1)\n    assert False\nexcept ValueError as e:\n    assert str(e) == 'bad'\nassert f(1) == 1"),
			answer: "class Mine(ValueError):\n    pass\ndef f(x):\n    if x < 0:\n        raise Mine('bad')\n    return x", outcome: steelyard.Pass, passed: 2,
		},
		{
			name: "tester exception arguments", task: tester("try:\n    f(1)\n    assert False\nexcept KeyError as e:\n    assert e.args == ('k', 1)"),
			answer: "def f(x):\n    raise KeyError('k', x)", outcome: steelyard.Pass, passed: 1,
		},
		{name: "tester values", task: tester("assert list(f(3)) == [0, 1, 2]\nassert [k for k in f(2)] == [0, 1]"), answer: "def f(n):\n    yield from range(n)", outcome: steelyard.Pass, passed: 2},
		{name: "tester partial", task: tester("assert f(1) == 1\nassert f(2) == 1\nassert f(3) == 3"), answer: "def f(n):\n    return n", outcome: steelyard.Fail, cause: steelyard.CauseWrongAnswer, passed: 2},
		{
			name: "tester death is caught by no test", task: tester("try:\n    f(1)\nexcept:\n    pass\nassert True == True"), answer: "import os\ndef f(n):\n    os._exit(0)",
			outcome: steelyard.Fail, cause: steelyard.CauseRuntimeError,
		},
		{name: "tester refuses objects", task: tester("try:\n    assert f(1) != 5\nexcept:\n    pass\n"), answer: "def f(n):\n    return object()", outcome: steelyard.Fail, cause: steelyard.CauseBadValue},
		{name: "tester on its own", task: tester("x = 1 / 0\nassert f(1) == 1"), answer: "def f(n):\n    return n", outcome: steelyard.Invalid, cause: steelyard.CauseTaskBroken, detail: "ZeroDivisionError"},
		{name: "tester passes an object", task: tester("class C: pass\nc = C()\nassert f(c) == 1"), answer: "def f(n):\n    return 1", outcome: steelyard.Invalid, cause: steelyard.CauseTaskBroken, detail: "cannot cross"},
		{name: "tester with the prompt's helper", task: pyTask(steelyard.FunctionSpec{
			EntryPoint: "f", Prompt: "def helper(x):\n    return x + 1\n\n\ndef f(x):\n    \"\"\"Undo helper.\"\"\"\n",
			Test: "def check(candidate):\n    for i in range(3):\n        assert candidate(helper(i)) == i\n",
		}), answer: "    return x - 1\n", outcome: steelyard.Pass, passed: 1},
		{name: "the candidate's helper does not count", task: pyTask(steelyard.FunctionSpec{
			EntryPoint: "f", Prompt: "def helper(x):\n    return x + 1\n\n\ndef f(x):\n    \"\"\"Undo helper.\"\"\"\n",
			Test: "def check(candidate):\n    for i in range(3):\n        assert candidate(helper(i)) == i\n",
		}), answer: "def helper(x):\n    return x\n\n\ndef f(x):\n    return x\n", outcome: steelyard.Fail, cause: steelyard.CauseWrongAnswer},
		{name: "tester method", task: pyTask(steelyard.FunctionSpec{EntryPoint: "run", Class: "S", Test: "for i in range(3):\n    assert S().run(i) == i"}), answer: "class S:\n    def run(self, i):\n        return i", outcome: steelyard.Pass, passed: 1},

		{
			name: "in process", task: pyTask(steelyard.FunctionSpec{EntryPoint: "f", Test: "assert f(lambda x: x + 1) == 2\nassert f(lambda x: x) == 2"}), answer: "def f(g):\n    return g(1)",
			outcome: steelyard.Fail, cause: steelyard.CauseWrongAnswer, passed: 1,
		},
		{name: "in process exit", task: pyTask(steelyard.FunctionSpec{EntryPoint: "f", Test: "assert f(lambda x: x + 1) == 2"}), answer: "import os\ndef f(g):\n    os._exit(0)", outcome: steelyard.Fail, cause: steelyard.CauseRuntimeError},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v := h.weigh(t, l, grade.Input{Task: tt.task, Rollout: &steelyard.Rollout{Output: steelyard.Output{Text: steelyard.Text(tt.answer)}}})
			if v.Outcome != tt.outcome || v.Cause != tt.cause {
				t.Errorf("%s, %q (%s), want %s, %q; checks %+v", v.Outcome, v.Cause, v.Reason, tt.outcome, tt.cause, v.Checks)
			}
			if v.Evidence["tests.passed"] != tt.passed {
				t.Errorf("%v passed, want %v; checks %+v", v.Evidence["tests.passed"], tt.passed, v.Checks)
			}
			text := v.Reason
			for _, c := range v.Checks {
				text += "\n" + c.Detail
			}
			if !strings.Contains(text, tt.detail) {
				t.Errorf("no %q in %s", tt.detail, text)
			}
			want := steelyard.ChannelSeparate
			if strings.HasPrefix(tt.name, "in process") {
				want = steelyard.ChannelInProcess
			}
			if v.Channel != want {
				t.Errorf("channel %s, want %s", v.Channel, want)
			}
		})
	}
}
