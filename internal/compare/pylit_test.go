package compare

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func evalPy(t *testing.T, src string) (Value, error) {
	t.Helper()
	e, err := ParsePy(src)
	if err != nil {
		return Value{}, err
	}
	env := PyEnv{}
	return env.Eval(e)
}

func TestPyLiteralRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		v := genValue(3, false).Draw(t, "v")
		src := PyRepr(&v)
		if strings.Contains(src, "bytearray") || strings.Contains(src, "complex(") {
			return // calls that only Python itself evaluates
		}
		e, err := ParsePy(src)
		if err != nil {
			t.Fatalf("parse %s: %v", src, err)
		}
		env := PyEnv{}
		got, err := env.Eval(e)
		if err != nil {
			t.Fatalf("evaluate %s: %v", src, err)
		}
		// A complex number is read as Python reads it: -1j is minus 1j, whose real
		// part is -0.0, and so prints otherwise. It is equal all the same.
		if again := PyRepr(&got); again != src && !hasComplex(&v) {
			t.Fatalf("%s reads as %s", src, again)
		}
		if strings.Contains(src, "nan") {
			return
		}
		if !(PyRule{Strict: true}).Equal(&got, &v) {
			t.Fatalf("%s is not equal to what was printed", src)
		}
	})
}

func hasComplex(v *Value) bool {
	if v.Kind == KindComplex {
		return true
	}
	for i := range v.Items {
		if hasComplex(&v.Items[i]) {
			return true
		}
	}
	return false
}

func TestPySyntaxErrors(t *testing.T) {
	t.Parallel()
	for _, src := range []string{
		"", "1 +", "(1", "1)", "[1, 2", "{1: 2, 3}", "'abc", "'a\nb'", "01", "1__0", "0x", "1 2", "f(x for", "a.1", "x[",
		"x[]", "lambda", "\x00", "'\\x1'", "'\\N{DIGIT ONE}'", "yield", "a := 1", "1 if 2", strings.Repeat("(", 500) + strings.Repeat(")", 500),
		strings.Repeat("-", 5000) + "1", strings.Repeat("not ", 5000) + "1",
	} {
		e, err := ParsePy(src)
		if _, ok := errors.AsType[*PySyntaxError](err); !ok {
			t.Errorf("%.40q: %+v, %v, want a syntax error", src, e, err)
		}
	}
}

func TestPyRaisedErrors(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]string{
		"1 / 0": "ZeroDivisionError", "1 // 0.0": "ZeroDivisionError", "'a' + 1": "TypeError", "[1] < 2": "TypeError",
		"sorted([1, 'a'])": "TypeError", "[1, 2][5]": "IndexError", "{1: 2}[3]": "KeyError", "{[]: 1}": "TypeError",
		"len(3)": "TypeError", "int('x')": "ValueError", "min([])": "ValueError", "abs('a')": "TypeError", "(1).foo()": "unsupported",
		"[1][::0]": "ValueError", "1 in 2": "TypeError", "-'a'": "TypeError", "1 << -1": "ValueError", "'a' in b'a'": "TypeError",
		"2 ** 10 ** 10": "unsupported", "'a' * 10 ** 9": "unsupported", "range(10 ** 9)": "unsupported", "open('x')": "unsupported",
		"__import__('os')": "unsupported", "x": "unsupported", "'%s' % 1": "unsupported", "[i for i in range(10**6) for j in range(10**6)]": "unsupported",
		"lambda: 1": "unsupported", "(lambda: 1)()": "unsupported", "f'{1}'": "unsupported", "().__class__": "unsupported",
	} {
		v, err := evalPy(t, src)
		var raised *PyRaisedError
		switch {
		case errors.As(err, &raised) && raised.Type == want:
		case errors.Is(err, ErrPyUnsupported) && want == "unsupported":
		default:
			t.Errorf("%s: %s, %v, want %s", src, PyReprClip(&v, 80), err, want)
		}
	}
}

func TestPyTokens(t *testing.T) {
	t.Parallel()
	src := "def f(x):\n    # comment\n    pass\n\tif x: # tab is deeper\n\t\treturn (1,\n  2)\n    return '''a\nb'''\r\n\nassert f(1) \\\n  == 2\n"
	toks, err := PyTokens(src)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, tok := range toks {
		switch tok.Kind {
		case PyIndent:
			b.WriteString(" >")
		case PyDedent:
			b.WriteString(" <")
		case PyNewline:
			b.WriteString(" ;")
		case PyEnd:
			b.WriteString(" .")
		case PyName, PyNumber, PyString, PyOp:
			b.WriteString(" " + tok.Text)
			if src[tok.Start:tok.End] != tok.Text {
				t.Errorf("token %q at %d:%d of the source is %q", tok.Text, tok.Start, tok.End, src[tok.Start:tok.End])
			}
		}
	}
	want := " def f ( x ) : ;"
	if !strings.HasPrefix(b.String(), want) {
		t.Errorf("tokens %q, want %q first", b.String(), want)
	}
	if !strings.HasSuffix(b.String(), "assert f ( 1 ) == 2 ; .") {
		t.Errorf("tokens end in %q", b.String())
	}
}

func FuzzPyExpr(f *testing.F) {
	for _, s := range []string{
		"[1, 2]", "{'a': (1, 2.5)}", "f(x, y=2)[1:2].z", "a if b else c", "[x for x in y if z]", "lambda x: {1}",
		"not a in b is not c", "'\\u00e9' b'x'", "1e5j", "((((1))))", "-2 ** -3", "*a", "{**b}", "f(*a, **b)", "round(2.5, 1) == 2",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 1<<12 {
			return
		}
		e, err := ParsePy(src)
		if err != nil {
			return
		}
		env := PyEnv{}
		v, err := env.Eval(e)
		if err == nil {
			PyReprClip(&v, 1000)
		}
	})
}

func FuzzPyTokens(f *testing.F) {
	f.Add("def f(x):\n    return x\n\nassert f(1) == 1\n")
	f.Add("if 1:\n\tx = '''a\n b'''\n")
	f.Fuzz(func(t *testing.T, src string) {
		toks, err := PyTokens(src)
		if err != nil {
			return
		}
		depth, last := 0, 0
		for _, tok := range toks {
			if tok.Start < last || tok.End < tok.Start || tok.End > len(src) {
				t.Fatalf("token %+v after byte %d of %d", tok, last, len(src))
			}
			last = tok.Start
			if tok.Kind == PyIndent {
				depth++
			}
			if tok.Kind == PyDedent {
				depth--
			}
		}
		if depth != 0 || toks[len(toks)-1].Kind != PyEnd {
			t.Fatalf("indentation ends at %d", depth)
		}
	})
}

// What a candidate's value does not support in Python it does not support here.
func TestPyEvalRefuses(t *testing.T) {
	t.Parallel()
	two := []Value{Int(2), Int(1)}
	for _, tt := range []struct {
		src string
		x   Value
	}{
		{"list(reversed(x))", Value{Kind: KindSet, Items: two}},
		{"list(reversed(x))", Value{Kind: KindIter, Items: two}},
		{"list(reversed(x))", Int(1)},
		{"x <= [1, 2]", Value{Kind: KindList, Type: "deque", Items: two}},
		{"x[1:]", Value{Kind: KindList, Type: "deque", Items: two}},
	} {
		e, err := ParsePy(tt.src)
		if err != nil {
			t.Fatal(err)
		}
		env := PyEnv{Vars: map[string]Value{"x": tt.x}}
		got, err := env.Eval(e)
		if _, ok := errors.AsType[*PyRaisedError](err); !ok {
			t.Errorf("%s of %s: %s, %v", tt.src, PyRepr(&tt.x), PyRepr(&got), err)
		}
	}
	for src, want := range map[string]string{"list(reversed([1, 2]))": "[2, 1]", "list(reversed(range(3)))": "[2, 1, 0]", "list(reversed({1: 2}))": "[1]"} {
		if v, err := evalPy(t, src); err != nil || PyRepr(&v) != want {
			t.Errorf("%s = %s, %v", src, PyRepr(&v), err)
		}
	}
}
