package function

import (
	"slices"
	"strings"

	"steelyard/internal/compare"
)

// pyNames says which names source binds and which it takes from elsewhere. It
// works on tokens and errs towards calling a name bound.
type pyNames struct {
	bound map[string]bool
	used  map[string]bool
	// defs are the functions and classes it defines.
	defs map[string]bool
}

func pyScanNames(stmts []pyStmt) pyNames {
	n := pyNames{bound: map[string]bool{}, used: map[string]bool{}, defs: map[string]bool{}}
	for i := range stmts {
		n.statement(stmts[i].toks)
	}
	return n
}

func (n *pyNames) statement(toks []compare.PyToken) {
	depth := 0
	start := 0 // of the logical line
	for i, t := range toks {
		switch t.Kind {
		case compare.PyNewline:
			n.line(toks[start:i])
			start = i + 1
			depth = 0
		case compare.PyOp:
			switch t.Text {
			case "(", "[", "{":
				depth++
			case ")", "]", "}":
				depth--
			case ";":
				if depth == 0 {
					n.line(toks[start:i])
					start = i + 1
				}
			}
		case compare.PyIndent, compare.PyDedent:
			start = i + 1
		case compare.PyEnd, compare.PyName, compare.PyNumber, compare.PyString:
		}
	}
	n.line(toks[start:])
}

// line reads one logical line: what it binds, then what it uses.
func (n *pyNames) line(toks []compare.PyToken) {
	if len(toks) == 0 {
		return
	}
	switch toks[0].Text {
	case "import", "from":
		for i, t := range toks {
			// "import a.b" binds a; "from a import b as c" binds c, and here b too.
			if t.Kind == compare.PyName && !pyReserved(t.Text) && (i == 0 || toks[i-1].Text != ".") {
				n.bound[t.Text] = true
			}
		}
		return
	case "def", "class":
		if len(toks) > 1 {
			n.bound[toks[1].Text], n.defs[toks[1].Text] = true, true
		}
		n.parameters(toks)
		n.references(toks) // base classes, defaults, one-line bodies
		return
	case "global", "nonlocal":
		return
	}
	n.targets(toks)
	n.references(toks)
}

// parameters binds the names of a header: "def f(a, b=1, *c):".
func (n *pyNames) parameters(toks []compare.PyToken) {
	if toks[0].Text != "def" {
		return
	}
	for i := 1; i < len(toks); i++ {
		if prev := toks[i-1].Text; toks[i].Kind == compare.PyName && (prev == "(" || prev == "," || prev == "*" || prev == "**") {
			n.bound[toks[i].Text] = true
		}
	}
}

// targets binds the names of assignments, loops, comprehensions, "as" and
// lambda.
func (n *pyNames) targets(toks []compare.PyToken) {
	depth, lastAssign := 0, -1
	for i, t := range toks {
		switch {
		case t.Kind == compare.PyOp && strings.Contains("([{", t.Text):
			depth++
		case t.Kind == compare.PyOp && strings.Contains(")]}", t.Text):
			depth--
		case t.Text == "=" && t.Kind == compare.PyOp && depth == 0:
			lastAssign = i
		case t.Text == ":=" && i > 0:
			n.bound[toks[i-1].Text] = true
		case t.Text == "as" && i+1 < len(toks):
			n.bound[toks[i+1].Text] = true
		case t.Text == "for" || t.Text == "lambda":
			for j := i + 1; j < len(toks) && toks[j].Text != "in" && toks[j].Text != ":"; j++ {
				if toks[j].Kind == compare.PyName {
					n.bound[toks[j].Text] = true
				}
			}
		}
	}
	// "a, b[i] = c.d = …": names that are not attributes and not inside
	// brackets of a subscript.
	subscript := 0
	for i := 0; i < lastAssign; i++ {
		t := toks[i]
		next := toks[i+1].Text
		switch {
		case t.Text == "[" && (subscript > 0 || i > 0 && (toks[i-1].Kind == compare.PyName || toks[i-1].Text == "]" || toks[i-1].Text == ")")):
			subscript++
		case t.Text == "]" && subscript > 0:
			subscript--
		}
		if subscript > 0 {
			continue
		}
		if t.Kind == compare.PyName && (i == 0 || toks[i-1].Text != ".") && next != "." && next != "[" && next != "(" {
			n.bound[t.Text] = true
		}
	}
}

func (n *pyNames) references(toks []compare.PyToken) {
	depth := 0
	for i, t := range toks {
		switch t.Kind {
		case compare.PyOp:
			switch t.Text {
			case "(", "[", "{":
				depth++
			case ")", "]", "}":
				depth--
			}
		case compare.PyName:
			attr := i > 0 && toks[i-1].Text == "."
			keyword := depth > 0 && i+1 < len(toks) && toks[i+1].Text == "=" && toks[i+1].Kind == compare.PyOp
			if !attr && !keyword && !pyReserved(t.Text) {
				n.used[t.Text] = true
			}
		case compare.PyString: // names inside f-strings
			if j := strings.IndexAny(t.Text, `"'`); j > 0 && strings.ContainsAny(t.Text[:j], "fF") {
				n.used["f-string"] = true
			}
		case compare.PyEnd, compare.PyNumber, compare.PyNewline, compare.PyIndent, compare.PyDedent:
		}
	}
}

// free are the names that must come from elsewhere, sorted.
func (n *pyNames) free() []string {
	var out []string
	for name := range n.used {
		if name != "f-string" && !n.bound[name] && !pyBuiltin(name) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

func pyReserved(s string) bool {
	switch s {
	case "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del",
		"elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal",
		"not", "or", "pass", "raise", "return", "try", "while", "with", "yield":
		return true
	}
	return false
}

// pyBuiltinNames are the names every Python module has.
const pyBuiltinNames = " abs all any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex " +
	"delattr dict dir divmod enumerate eval exec filter float format frozenset getattr globals hasattr hash help hex id " +
	"input int isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow print " +
	"property range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip " +
	"__import__ __name__ __file__ Ellipsis NotImplemented ArithmeticError AssertionError AttributeError BaseException " +
	"EOFError Exception FileNotFoundError FloatingPointError ImportError IndexError KeyError KeyboardInterrupt " +
	"LookupError MemoryError ModuleNotFoundError NameError NotImplementedError OSError OverflowError RecursionError " +
	"RuntimeError StopIteration SyntaxError SystemExit TypeError UnboundLocalError UnicodeError ValueError Warning " +
	"ZeroDivisionError "

func pyBuiltin(name string) bool { return strings.Contains(pyBuiltinNames, " "+name+" ") }

// pyTestModules are modules that tests use without importing them, because the
// gold solution does: name in the test to import statement.
func pyTestModule(name string) string {
	switch name {
	case "bisect", "cmath", "collections", "copy", "datetime", "decimal", "fractions", "functools", "heapq", "itertools",
		"json", "math", "operator", "os", "random", "re", "statistics", "string", "sys", "time", "typing", "numpy":
		return "import " + name
	case "np":
		return "import numpy as np"
	case "isclose":
		return "from math import isclose"
	case "Counter", "defaultdict", "deque", "OrderedDict":
		return "from collections import " + name
	}
	return ""
}
