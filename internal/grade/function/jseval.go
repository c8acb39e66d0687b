package function

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"steelyard/internal/compare"
)

// jsThrow is an exception that the expression would throw in JavaScript.
type jsThrow string

func (e jsThrow) Error() string { return string(e) }

// jsOpaqueError says that the outcome depends on a value that did not cross the
// process border.
type jsOpaqueError string

func (e jsOpaqueError) Error() string { return "depends on a value that cannot cross: " + string(e) }

func jsOpaque(v *compare.Value) error { return jsOpaqueError(jsInspect(v)) }

// jsFuncs are the functions that are evaluated here rather than in the tester,
// with the number of arguments understood.
var jsFuncs = map[string]int{
	"JSON.stringify": 1, "Object.is": 2, "Array.isArray": 1,
	"Number.isNaN": 1, "Number.isInteger": 1, "Number.isFinite": 1, "isNaN": 1, "isFinite": 1,
	"Number": 1, "String": 1, "Boolean": 1,
	"Math.abs": 1, "Math.floor": 1, "Math.ceil": 1, "Math.trunc": 1, "Math.sqrt": 1, "Math.sign": 1, "Math.pow": 2,
	"_.isEqual": 2, "lodash.isEqual": 2,
}

// jsConsts are global names with a value.
var jsConsts = map[string]compare.Value{
	"undefined": compare.Undefined(),
	"null":      compare.None(),
	"true":      compare.Bool(true),
	"false":     compare.Bool(false),
	"NaN":       compare.Float(math.NaN()),
	"Infinity":  compare.Float(math.Inf(1)),
}

// jsFuncName returns "JSON.stringify" for that callee, or "".
func jsFuncName(n *jsNode) string {
	switch {
	case n.kind == jsName:
		return n.text
	case n.kind == jsMember && !n.optional && n.kids[0].kind == jsName:
		return n.kids[0].text + "." + n.text
	}
	return ""
}

// jsScope gives names and the candidate's call their values.
type jsScope struct {
	names  map[string]*jsNode
	call   *jsNode
	result compare.Value
}

// knows reports whether eval understands n, whatever the call returns. It
// decides when a task is read whether an assertion is a data row.
func (s *jsScope) knows(n *jsNode) bool {
	if n == nil {
		return true // a hole
	}
	if n == s.call {
		return true
	}
	kids := n.kids
	switch n.kind {
	case jsLitNum, jsLitBig, jsLitStr, jsTmpl, jsArray, jsBinary, jsLogical, jsCond, jsIndex, jsAwait, jsSeq:
		if n.kind == jsBinary && (n.text == "in" || n.text == "instanceof" || n.text == "**" && !s.exactPower(n)) {
			return false
		}
	case jsObject:
		if slices.Contains(n.keys, "...") {
			return false
		}
	case jsUnary:
	case jsMember:
		if s.global(n.kids[0]) {
			return n.kids[0].text == "Number" && jsNumberConst(n.text) != 0
		}
		// Methods of the prototypes are not known here.
		if n.text != "length" && n.text != "size" && jsProtoNames[n.text] {
			return false
		}
	case jsName:
		if def := s.names[n.text]; def != nil {
			return s.knows(def)
		}
		_, ok := jsConsts[n.text]
		return ok
	case jsCall:
		arity, ok := jsFuncs[jsFuncName(n.kids[0])]
		if !ok || len(n.kids)-1 != arity || arity == 2 && jsFuncName(n.kids[0]) == "Math.pow" && !s.exactPower(n) {
			return false
		}
		kids = n.kids[1:]
	default:
		return false
	}
	for _, k := range kids {
		if k != nil && k.kind == jsSpread || !s.knows(k) {
			return false
		}
	}
	return true
}

// exactPower reports whether a power is of literals and its result exact:
// JavaScript leaves the last bit of others to the engine.
func (s *jsScope) exactPower(n *jsNode) bool {
	constant := jsScope{names: s.names, call: &jsNode{}}
	for _, k := range n.kids[len(n.kids)-2:] {
		if !constant.knows(k) {
			return false
		}
	}
	v, err := constant.eval(n)
	if err != nil || v.Kind != compare.KindFloat {
		return true // a BigInt, or an exception on every engine
	}
	return math.IsNaN(v.Float) || v.Float == math.Trunc(v.Float) && math.Abs(v.Float) <= 1<<53
}

// global reports whether n names an object of the language, such as Math.
func (s *jsScope) global(n *jsNode) bool {
	if n.kind != jsName || n == s.call || s.names[n.text] != nil {
		return false
	}
	_, isConst := jsConsts[n.text]
	return !isConst
}

// jsProtoNames are names found on the prototypes of plain objects and arrays;
// reading one as a property gives a function.
var jsProtoNames = map[string]bool{
	"constructor": true, "toString": true, "valueOf": true, "hasOwnProperty": true, "__proto__": true, "toLocaleString": true,
	"isPrototypeOf": true, "propertyIsEnumerable": true,
	"map": true, "filter": true, "keys": true, "values": true, "entries": true, "sort": true, "join": true, "at": true,
	"slice": true, "concat": true, "includes": true, "indexOf": true, "reverse": true, "push": true, "pop": true, "find": true,
	"every": true, "some": true, "reduce": true, "flat": true, "fill": true, "forEach": true, "has": true, "get": true,
	"message": true, "name": true, "description": true,
}

func jsNumberConst(name string) float64 {
	switch name {
	case "MAX_SAFE_INTEGER":
		return 1<<53 - 1
	case "MIN_SAFE_INTEGER":
		return -(1<<53 - 1)
	case "MAX_VALUE":
		return math.MaxFloat64
	case "MIN_VALUE":
		return math.SmallestNonzeroFloat64
	case "EPSILON":
		return 0x1p-52
	case "POSITIVE_INFINITY":
		return math.Inf(1)
	case "NEGATIVE_INFINITY":
		return math.Inf(-1)
	}
	return 0
}

// eval returns the value of n, a jsThrow, or a jsOpaqueError.
func (s *jsScope) eval(n *jsNode) (compare.Value, error) {
	if n == nil {
		return compare.Undefined(), nil
	}
	if n == s.call {
		return s.result, nil
	}
	switch n.kind {
	case jsLitNum:
		return compare.Float(n.num), nil
	case jsLitBig:
		return compare.BigInt(n.big), nil
	case jsLitStr:
		return compare.Str(n.text), nil
	case jsName:
		if def := s.names[n.text]; def != nil {
			return s.eval(def)
		}
		if v, ok := jsConsts[n.text]; ok {
			return v, nil
		}
	case jsAwait:
		return s.eval(n.kids[0])
	case jsSeq:
		var v compare.Value
		for _, k := range n.kids {
			var err error
			if v, err = s.eval(k); err != nil {
				return v, err
			}
		}
		return v, nil
	case jsTmpl:
		text := n.parts[0]
		for i, k := range n.kids {
			v, err := s.eval(k)
			if err != nil {
				return v, err
			}
			t, err := jsText(&v)
			if err != nil {
				return v, err
			}
			text += t + n.parts[i+1]
		}
		// A pair of surrogates may have met at a seam.
		return compare.Str(jsUnitsOf(text).string()), nil
	case jsArray, jsObject:
		return s.literal(n)
	case jsMember:
		return s.member(n)
	case jsIndex:
		v, err := s.eval(n.kids[0])
		if err != nil {
			return v, err
		}
		key, err := s.eval(n.kids[1])
		if err != nil {
			return v, err
		}
		name, err := jsText(&key)
		if err != nil {
			return v, err
		}
		return jsProperty(&v, name)
	case jsUnary:
		return s.unary(n)
	case jsBinary:
		return s.binary(n)
	case jsLogical:
		v, err := s.eval(n.kids[0])
		if err != nil {
			return v, err
		}
		nullish := v.Kind == compare.KindNone || v.Kind == compare.KindUndefined
		if n.text == "??" && !nullish || n.text == "&&" && !jsTruthy(&v) || n.text == "||" && jsTruthy(&v) {
			return v, nil
		}
		return s.eval(n.kids[1])
	case jsCond:
		v, err := s.eval(n.kids[0])
		if err != nil {
			return v, err
		}
		if jsTruthy(&v) {
			return s.eval(n.kids[1])
		}
		return s.eval(n.kids[2])
	case jsCall:
		return s.function(n)
	}
	return compare.Value{}, jsThrow("expression not understood")
}

func (s *jsScope) literal(n *jsNode) (compare.Value, error) {
	if n.kind == jsArray {
		v := compare.List()
		for _, k := range n.kids {
			item, err := s.eval(k)
			if err != nil {
				return item, err
			}
			v.Items = append(v.Items, item)
		}
		return v, nil
	}
	// A repeated key keeps its first place and its last value; keys that are
	// array indices come first, in order.
	var named, indexed []compare.Value
	at := map[string]int{}
	for i, k := range n.kids {
		item, err := s.eval(k)
		if err != nil {
			return item, err
		}
		key := n.keys[i]
		list := &named
		if _, ok := jsArrayIndex(key); ok {
			list = &indexed
		}
		if j, ok := at[key]; ok {
			(*list)[j+1] = item
			continue
		}
		at[key] = len(*list)
		*list = append(*list, compare.Str(key), item)
	}
	return compare.Dict(append(jsSortIndexed(indexed), named...)...), nil
}

// jsSortIndexed puts pairs whose keys are array indices into numeric order.
func jsSortIndexed(pairs []compare.Value) []compare.Value {
	type pair struct {
		index uint64
		at    int
	}
	order := make([]pair, 0, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		n, _ := jsArrayIndex(pairs[i].Str)
		order = append(order, pair{n, i})
	}
	slices.SortFunc(order, func(a, b pair) int {
		if a.index < b.index {
			return -1
		}
		return 1
	})
	out := make([]compare.Value, 0, len(pairs))
	for _, p := range order {
		out = append(out, pairs[p.at], pairs[p.at+1])
	}
	return out
}

// jsArrayIndex reports whether key is the canonical text of an array index.
func jsArrayIndex(key string) (uint64, bool) {
	n, err := strconv.ParseUint(key, 10, 32)
	if err != nil || n == math.MaxUint32 || strconv.FormatUint(n, 10) != key {
		return 0, false
	}
	return n, true
}

func (s *jsScope) member(n *jsNode) (compare.Value, error) {
	if s.global(n.kids[0]) {
		return compare.Float(jsNumberConst(n.text)), nil
	}
	v, err := s.eval(n.kids[0])
	if err != nil {
		return v, err
	}
	if n.optional && (v.Kind == compare.KindNone || v.Kind == compare.KindUndefined) {
		return compare.Undefined(), nil
	}
	return jsProperty(&v, n.text)
}

// jsProperty reads a property that is not a method.
func jsProperty(v *compare.Value, name string) (compare.Value, error) {
	switch v.Kind {
	case compare.KindNone, compare.KindUndefined:
		return *v, jsThrow(fmt.Sprintf("TypeError: property %q of %s", name, jsInspect(v)))
	case compare.KindStr:
		units := jsUnitsOf(v.Str)
		if name == "length" {
			return compare.Float(float64(len(units))), nil
		}
		if i, ok := jsArrayIndex(name); ok && i < uint64(len(units)) {
			return compare.Str(units[i : i+1].string()), nil
		}
	case compare.KindList:
		if name == "length" {
			return compare.Float(float64(len(v.Items))), nil
		}
		if i, ok := jsArrayIndex(name); ok && i < uint64(len(v.Items)) {
			return v.Items[i], nil
		}
	case compare.KindByteArray:
		if name == "length" {
			return compare.Float(float64(len(v.Str))), nil
		}
		if i, ok := jsArrayIndex(name); ok && i < uint64(len(v.Str)) {
			return compare.Float(float64(v.Str[i])), nil
		}
	case compare.KindSet:
		if name == "size" {
			return compare.Float(float64(len(v.Items))), nil
		}
	case compare.KindDict:
		if v.Type == "Map" {
			if name == "size" {
				return compare.Float(float64(len(v.Items) / 2)), nil
			}
			break
		}
		for i := 0; i+1 < len(v.Items); i += 2 {
			if v.Items[i].Kind == compare.KindStr && v.Items[i].Str == name {
				return v.Items[i+1], nil
			}
		}
	case compare.KindObject, compare.KindArray, compare.KindIter, compare.KindError:
		return *v, jsOpaque(v)
	}
	if jsProtoNames[name] {
		return *v, jsOpaque(v)
	}
	return compare.Undefined(), nil
}
