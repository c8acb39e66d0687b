package function

import (
	"strings"
	"testing"

	"steelyard"
	"steelyard/internal/grade"
)

func TestReadPyAnswer(t *testing.T) {
	t.Parallel()
	const prompt = "from typing import List\n\n\ndef helper(x):\n    return x\n\n\ndef f(x: int) -> int:\n    \"\"\"Add one.\n\n    >>> f(1)\n    2\n    \"\"\"\n"
	const head = "from typing import List\n\n\ndef helper(x):\n    return x\n\n\n"
	for _, tt := range []struct {
		name, prompt, text, want string
	}{
		{"completion", prompt, "    return x + 1\n", prompt + "    return x + 1\n"},
		{"completion that lost its first indentation", prompt, "y = x\n    return y + 1\n", prompt + "    y = x\n    return y + 1\n"},
		{"completion that lost all indentation", prompt, "y = x\nif y:\n    y += 1\nreturn y\n", prompt + "    y = x\n    if y:\n        y += 1\n    return y\n"},
		{"completion after a prompt that ends in indentation", "def f(x):\n    ", "return x\n", "def f(x):\n    return x\n"},
		{"completion of a bare header", "def f(x):\n", "return x\n", "def f(x):\n    return x\n"},
		{"whole program", prompt, "def f(x):\n    return x + 1\n", head + "def f(x):\n    return x + 1\n"},
		{"whole program with an assignment", prompt, "f = lambda x: x + 1\n", head + "f = lambda x: x + 1\n"},
		{"whole program in a fence", prompt, "Here:\n```python\ndef f(x):\n    return 1\n```\n", head + "def f(x):\n    return 1\n"},
		{"a call is no definition", prompt, "    return helper(f)\n", prompt + "    return helper(f)\n"},
		{"another function", prompt, "def g(x):\n    return x\n", prompt + "    pass\n\ndef g(x):\n    return x\n"},
		{"no prompt", "", "x = 1\n", "x = 1\n"},
		{"prompt in prose", "Write f.", "def f(x):\n    return x\n", "def f(x):\n    return x\n"},
	} {
		task := pyTask(steelyard.FunctionSpec{EntryPoint: "f", Prompt: tt.prompt})
		in := grade.Input{Task: task, Rollout: &steelyard.Rollout{Output: steelyard.Output{Text: steelyard.Text(tt.text)}}, Read: readInline}
		a, err := readPyAnswer(in, &in.Rollout.Output)
		if err != nil || a.reason != "" {
			t.Errorf("%s: %v %s", tt.name, err, a.reason)
		}
		if a.code != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.name, a.code, tt.want)
		}
	}
}

func TestReadPyAnswerFiles(t *testing.T) {
	t.Parallel()
	task := pyTask(steelyard.FunctionSpec{EntryPoint: "f"}, assertChecks("assert f() == 7")...)
	out := steelyard.Output{Files: map[string]steelyard.Blob{
		"solution.py": steelyard.Text("from helper import seven\n\n\ndef f():\n    return seven\n"),
		"helper.py":   steelyard.Text("seven = 7\n"),
	}}
	v := newPyHost(t).weigh(t, newPyLang(), grade.Input{Task: task, Rollout: &steelyard.Rollout{Output: out}})
	if v.Outcome != steelyard.Fail && v.Outcome != steelyard.Pass {
		t.Errorf("%+v", v)
	}
	// The order names the sandbox's working folder, so only there is helper found.
	in := grade.Input{Task: task, Rollout: &steelyard.Rollout{Output: out}, Read: readInline}
	steps, err := newPyLang().next(in, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := steps[0].Exec.Procs[0]
	if !strings.Contains(p.Stdin.String(), "path 9\n/box/work") || p.Files["helper.py"].String() != "seven = 7\n" {
		t.Errorf("order %q with files %v", p.Stdin.String(), p.Files)
	}
	none := steelyard.Output{Files: map[string]steelyard.Blob{"a.py": {}, "b.py": {}, "c.txt": {}}}
	in.Rollout = &steelyard.Rollout{Output: none}
	if a, err := readPyAnswer(in, &none); err != nil || a.reason == "" {
		t.Errorf("two files without a main one: %+v, %v", a, err)
	}
}

func TestPyStatements(t *testing.T) {
	t.Parallel()
	src := "import a; b = 1\n@d\ndef f(x,\n      y):\n    if x:\n        pass\n    else:\n        return '''\nz'''\nfor i in y: print(i)\ntry:\n    pass\nexcept E:\n    pass\nfinally:\n    pass\nassert (1 ==\n  1)  # end"
	stmts, err := pyStmts(src)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range stmts {
		got = append(got, stmts[i].text())
	}
	want := []string{
		"import a; b = 1", "@d\ndef f(x,\n      y):\n    if x:\n        pass\n    else:\n        return '''\nz'''", "for i in y: print(i)",
		"try:\n    pass\nexcept E:\n    pass\nfinally:\n    pass", "assert (1 ==\n  1)",
	}
	if strings.Join(got, "\n--\n") != strings.Join(want, "\n--\n") {
		t.Errorf("got\n%s", strings.Join(got, "\n--\n"))
	}
}

func TestPyNames(t *testing.T) {
	t.Parallel()
	stmts, err := pyStmts("import os.path as p, re\nfrom a import b\nx, (y, z) = f(k=1, w=u), 2\nfor i, j in g: h.m(i)\nclass C(D):\n    def n(self, q=r, *s, **t):\n        return [v for v in s if v] + o\nwith open(x) as fh: pass\nl = lambda e: e + ee\nx.attr = 1\nx[idx] = 2\nprint(len(C))\n")
	if err != nil {
		t.Fatal(err)
	}
	names := pyScanNames(stmts)
	if got := strings.Join(names.free(), " "); got != "D ee f g h idx o r u" {
		t.Errorf("free names %q", got)
	}
}

func FuzzPyPlan(f *testing.F) {
	f.Add("def check(candidate):\n    x = [1]\n    assert candidate(x, k=2) == {1: (2,)}\n    for i in range(3):\n        assert candidate(i)\n", "def f(x):\n    '''d'''\n")
	f.Add("assert f(1) == 2, 'm'; assert not f(2)\n", "")
	f.Fuzz(func(t *testing.T, test, prompt string) {
		task := pyTask(steelyard.FunctionSpec{EntryPoint: "f", Test: test, Prompt: prompt}, assertChecks("assert f(1)")...)
		in := grade.Input{Task: task, Rollout: &steelyard.Rollout{Output: steelyard.Output{Text: steelyard.Text(prompt)}}, Read: readInline}
		l := newPyLang()
		if _, err := l.next(in, nil); err != nil {
			return
		}
		if v, err := l.verdict(in, nil); err != nil || v.Outcome == "" {
			t.Fatalf("%+v, %v", v, err)
		}
	})
}
