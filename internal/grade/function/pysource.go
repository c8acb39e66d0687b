package function

import (
	"strings"

	"steelyard/internal/compare"
)

// pyClosed reports whether e means the same in an empty module as in the test:
// literals, operators, builtins and the module math only.
func pyClosed(e *compare.PyExpr, local map[string]bool) bool {
	if e == nil {
		return true
	}
	switch e.Node {
	case compare.PyConst:
		return true
	case compare.PyVar:
		return local[e.Name] || pyArgumentName(e.Name)
	case compare.PyAttr:
		return e.Args[0].Node == compare.PyVar && e.Args[0].Name == "math"
	case compare.PyComp:
		scope := map[string]bool{}
		for k := range local {
			scope[k] = true
		}
		for _, cl := range e.Clauses {
			if !pyClosed(cl.Iter, scope) || !pyTargets(cl.Target, scope) {
				return false
			}
			for _, cond := range cl.Conds {
				if !pyClosed(cond, scope) {
					return false
				}
			}
		}
		return pyAllClosed(e.Args, scope)
	case compare.PyOpaque:
		return false
	case compare.PyCall, compare.PyIndex, compare.PySlice, compare.PyUnary, compare.PyBinary, compare.PyCompare,
		compare.PyBool, compare.PyIf, compare.PyTupleOf, compare.PyListOf, compare.PySetOf, compare.PyDictOf:
		return pyAllClosed(e.Args, local)
	}
	return false
}

func pyAllClosed(args []*compare.PyExpr, local map[string]bool) bool {
	for _, a := range args {
		if !pyClosed(a, local) {
			return false
		}
	}
	return true
}

// pyArgumentName reports whether a builtin may stand in an argument: types,
// which cross by name, and functions without effects.
func pyArgumentName(name string) bool {
	switch name {
	case "int", "float", "bool", "str", "list", "tuple", "dict", "set", "frozenset", "bytes", "bytearray", "complex",
		"object", "type", "range", "len", "sorted", "sum", "min", "max", "abs", "round", "zip", "enumerate", "reversed",
		"map", "chr", "ord", "iter", "pow", "divmod", "slice":
		return true
	}
	return false
}

// pySource writes an expression as source on one line. The nodes are those that
// pyClosed accepts.
func pySource(e *compare.PyExpr) string {
	var b strings.Builder
	pyWrite(&b, e)
	return b.String()
}

func pyWrite(b *strings.Builder, e *compare.PyExpr) {
	switch e.Node {
	case compare.PyConst:
		b.WriteString(compare.PyRepr(&e.Value))
	case compare.PyVar:
		b.WriteString(e.Name)
	case compare.PyAttr:
		pyWrite(b, e.Args[0])
		b.WriteString("." + e.Name)
	case compare.PyCall:
		pyWriteCall(b, e)
	case compare.PyIndex:
		pyParen(b, e.Args[0])
		b.WriteByte('[')
		pyWrite(b, e.Args[1])
		b.WriteByte(']')
	case compare.PySlice:
		for i, a := range e.Args {
			if i > 0 {
				b.WriteByte(':')
			}
			if a != nil {
				pyParen(b, a)
			}
		}
	case compare.PyUnary:
		b.WriteString(e.Name + " ")
		pyParen(b, e.Args[0])
	case compare.PyBinary:
		pyParen(b, e.Args[0])
		b.WriteString(" " + e.Name + " ")
		pyParen(b, e.Args[1])
	case compare.PyCompare:
		pyParen(b, e.Args[0])
		for i, op := range e.Keys {
			b.WriteString(" " + op + " ")
			pyParen(b, e.Args[i+1])
		}
	case compare.PyBool:
		for i, a := range e.Args {
			if i > 0 {
				b.WriteString(" " + e.Name + " ")
			}
			pyParen(b, a)
		}
	case compare.PyIf:
		pyParen(b, e.Args[0])
		b.WriteString(" if ")
		pyParen(b, e.Args[1])
		b.WriteString(" else ")
		pyParen(b, e.Args[2])
	case compare.PyTupleOf:
		pyWriteList(b, "(", e.Args, ",)")
	case compare.PyListOf:
		pyWriteList(b, "[", e.Args, "]")
	case compare.PySetOf:
		pyWriteList(b, "{", e.Args, "}")
	case compare.PyDictOf:
		b.WriteByte('{')
		for i := 0; i+1 < len(e.Args); i += 2 {
			pyWrite(b, e.Args[i])
			b.WriteByte(':')
			pyWrite(b, e.Args[i+1])
			b.WriteByte(',')
		}
		b.WriteByte('}')
	case compare.PyComp:
		pyWriteComp(b, e)
	case compare.PyOpaque:
	}
}

func pyParen(b *strings.Builder, e *compare.PyExpr) {
	if e.Node == compare.PyVar || e.Node == compare.PyConst && e.Value.Kind != compare.KindInt {
		pyWrite(b, e)
		return
	}
	b.WriteByte('(')
	pyWrite(b, e)
	b.WriteByte(')')
}

func pyWriteList(b *strings.Builder, open string, items []*compare.PyExpr, closing string) {
	b.WriteString(open)
	for i, a := range items {
		if i > 0 {
			b.WriteByte(',')
		}
		pyWrite(b, a)
	}
	if len(items) == 0 {
		closing = strings.TrimPrefix(closing, ",")
	}
	b.WriteString(closing)
}

func pyWriteCall(b *strings.Builder, e *compare.PyExpr) {
	pyWrite(b, e.Args[0])
	b.WriteByte('(')
	named := len(e.Args) - len(e.Keys)
	for i, a := range e.Args[1:] {
		if i > 0 {
			b.WriteByte(',')
		}
		if i+1 >= named {
			b.WriteString(e.Keys[i+1-named] + "=")
		}
		pyWrite(b, a)
	}
	b.WriteByte(')')
}

func pyWriteComp(b *strings.Builder, e *compare.PyExpr) {
	open, closing := "(", ")"
	switch e.Name {
	case "list":
		open, closing = "[", "]"
	case "set", "dict":
		open, closing = "{", "}"
	}
	b.WriteString(open)
	pyParen(b, e.Args[0])
	if len(e.Args) == 2 {
		b.WriteByte(':')
		pyParen(b, e.Args[1])
	}
	for _, cl := range e.Clauses {
		b.WriteString(" for ")
		pyWrite(b, cl.Target)
		b.WriteString(" in ")
		pyParen(b, cl.Iter)
		for _, cond := range cl.Conds {
			b.WriteString(" if ")
			pyParen(b, cond)
		}
	}
	b.WriteString(closing)
}
