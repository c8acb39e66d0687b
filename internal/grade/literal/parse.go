package literal

import (
	"fmt"
	"slices"
	"strings"

	"steelyard/internal/compare"
)

// predictedValue takes the value out of the forms that policies write:
// "X", "assert f(…) == X", "f(…) == X".
func predictedValue(text string) string {
	text = strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(text, "assert "); ok {
		text = rest
	}
	e, err := compare.ParsePy(text)
	if err != nil || e.Node != compare.PyCompare || len(e.Keys) != 1 || e.Keys[0] != "==" || e.Args[0].Node != compare.PyCall {
		return text
	}
	right := e.Args[1]
	return text[right.Start-1 : right.End-1] // ParsePy wraps its source in one parenthesis
}

// parseLiteral reads a Python literal, as ast.literal_eval does: constants,
// signed numbers, complex sums, tuples, lists, dicts, sets and set().
func parseLiteral(text string) (compare.Value, error) {
	e, err := compare.ParsePy(strings.TrimSpace(text))
	if err != nil {
		return compare.Value{}, err
	}
	if !literal(e) {
		return compare.Value{}, fmt.Errorf("%q is an expression", clip(text))
	}
	var env compare.PyEnv
	return env.Eval(e)
}

func clip(s string) string {
	if len(s) > 60 {
		return strings.ToValidUTF8(s[:60], "") + "…"
	}
	return s
}

func literal(e *compare.PyExpr) bool {
	switch e.Node {
	case compare.PyConst:
		return true
	case compare.PyTupleOf, compare.PyListOf, compare.PySetOf, compare.PyDictOf:
		for _, a := range e.Args {
			if !literal(a) {
				return false
			}
		}
		return true
	case compare.PyUnary:
		return (e.Name == "-" || e.Name == "+") && number(e.Args[0])
	case compare.PyBinary: // 1+2j
		return (e.Name == "+" || e.Name == "-") && number(e.Args[0]) && e.Args[1].Node == compare.PyConst &&
			e.Args[1].Value.Kind == compare.KindComplex
	case compare.PyCall:
		return len(e.Args) == 1 && e.Args[0].Node == compare.PyVar && (e.Args[0].Name == "set" || e.Args[0].Name == "frozenset")
	case compare.PyVar, compare.PyAttr, compare.PyIndex, compare.PySlice, compare.PyCompare, compare.PyBool,
		compare.PyIf, compare.PyComp, compare.PyOpaque:
	}
	return false
}

func number(e *compare.PyExpr) bool {
	if e.Node == compare.PyUnary {
		return literal(e)
	}
	return e.Node == compare.PyConst && (e.Value.Kind == compare.KindInt || e.Value.Kind == compare.KindFloat || e.Value.Kind == compare.KindComplex)
}

// Sizes of predicted arguments as text, and of the source of one's value: a short
// expression can stand for a value that no memory holds.
const (
	maxArgument   = 1 << 20
	maxPrediction = 256 << 10
)

// argument returns the source of one predicted argument's value. Published
// inputs are not all literals ("'a' * 20", "dict(k=1)", "range(3)"), so what can
// be evaluated here, without running code, counts too.
func argument(e *compare.PyExpr) (string, error) {
	if e.Node == compare.PyCall && e.Args[0].Node == compare.PyVar && e.Args[0].Name == "range" && len(e.Keys) == 0 && len(e.Args) > 1 {
		parts := make([]string, len(e.Args)-1)
		for i, a := range e.Args[1:] {
			src, err := argument(a)
			if err != nil {
				return "", err
			}
			parts[i] = src
		}
		return "range(" + strings.Join(parts, ", ") + ")", nil
	}
	var env compare.PyEnv
	v, err := env.Eval(e)
	if err != nil {
		return "", err
	}
	src, ok := compare.PyReprMax(&v, maxArgument)
	if !ok {
		return "", fmt.Errorf("%q is too large", clip(src))
	}
	if holdsIterator(&v) {
		return "", fmt.Errorf("%q holds an iterator", clip(src))
	}
	return src, nil
}

func holdsIterator(v *compare.Value) bool {
	for i := range v.Items {
		if holdsIterator(&v.Items[i]) {
			return true
		}
	}
	return v.Kind == compare.KindIter
}

// argumentRow reads predicted arguments, "f(1, [2])" or "1, [2]", and returns
// the source of the pair of positional and named arguments. The source is
// written from the parsed values, so nothing of the answer's text is run.
func argumentRow(text string) (string, error) {
	if text = strings.TrimSpace(text); len(text) > maxPrediction {
		return "", fmt.Errorf("%d bytes, at most %d are read", len(text), maxPrediction)
	}
	if rest, ok := strings.CutPrefix(text, "assert "); ok {
		text = strings.TrimSpace(rest)
	}
	e, err := compare.ParsePy(text)
	if err == nil && e.Node == compare.PyCompare && len(e.Keys) == 1 && e.Keys[0] == "==" {
		e = e.Args[0]
	}
	if err != nil || e.Node != compare.PyCall || e.Args[0].Node != compare.PyVar || e.Args[0].Name != entryPoint {
		if e, err = compare.ParsePy(entryPoint + "(" + text + "\n)"); err != nil {
			return "", err
		}
		if e.Node != compare.PyCall {
			return "", fmt.Errorf("%q is not an argument list", clip(text))
		}
	}
	var positional, named strings.Builder
	n := len(e.Args) - len(e.Keys)
	for i, k := range e.Keys {
		if slices.Contains(e.Keys[:i], k) {
			return "", fmt.Errorf("keyword argument repeated: %s", k)
		}
	}
	for i, a := range e.Args[1:] {
		src, err := argument(a)
		if err != nil {
			return "", err
		}
		if i+1 < n {
			positional.WriteString(src + ",")
		} else {
			fmt.Fprintf(&named, "'%s':%s,", e.Keys[i+1-n], src)
		}
	}
	return "((" + positional.String() + "),{" + named.String() + "})", nil
}
