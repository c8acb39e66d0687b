package function

import (
	"errors"
	"fmt"
	"strings"

	"steelyard/internal/compare"
)

// holds reports whether the assertion holds for what the call returned. The
// detail says what was found; err is a jsOpaqueError when the outcome depends on
// something that did not cross the process border.
func (a *jsAssertion) holds(result compare.Value) (ok bool, detail string, err error) {
	s := a.scope
	s.result = result
	left, err := s.eval(a.left)
	if err != nil {
		return failed(err)
	}
	right := compare.Undefined()
	if a.right != nil {
		if right, err = s.eval(a.right); err != nil {
			return failed(err)
		}
	}
	if a.kind == "truthy" {
		if jsTruthy(&left) {
			return true, "", nil
		}
		return false, oneLine(a.source) + ": the call gave " + jsInspect(&result), nil
	}
	return a.against(left, right)
}

// against compares two values as the assertion does.
func (a *jsAssertion) against(left, right compare.Value) (ok bool, detail string, err error) {
	negate := false
	switch a.kind {
	case "strictEqual", "notStrictEqual":
		negate = a.kind == "notStrictEqual"
		ok = jsSame(&left, &right, false)
	case "equal", "notEqual":
		negate = a.kind == "notEqual"
		// assert.equal takes NaN as equal to itself.
		if ok = jsSame(&left, &right, true); !ok {
			ok, err = jsLooseEqual(&left, &right)
		}
	case "deepStrictEqual", "notDeepStrictEqual":
		negate = a.kind == "notDeepStrictEqual"
		ok, err = jsDeep{}.equal(&left, &right)
	case "deepEqual", "notDeepEqual":
		negate = a.kind == "notDeepEqual"
		ok, err = jsDeep{loose: true}.equal(&left, &right)
	}
	if err != nil {
		return failed(err)
	}
	if negate {
		v, err := jsDiffer(ok, &left, &right)
		if err != nil {
			return failed(err)
		}
		ok = v.Int != 0
	}
	if ok {
		return true, "", nil
	}
	return false, fmt.Sprintf("%s: have %s, %s %s", oneLine(a.source), jsInspect(&left), a.kind, jsInspect(&right)), nil
}

// failed turns an error of eval into the fate of an assertion: what JavaScript
// would throw is a failed assertion.
func failed(err error) (bool, string, error) {
	var thrown jsThrow
	if errors.As(err, &thrown) {
		return false, string(thrown), nil
	}
	return false, err.Error(), err
}

// oneLine shows source to people on one short line.
func oneLine(s string) string {
	const most = 160
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}
