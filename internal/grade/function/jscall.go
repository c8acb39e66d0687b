package function

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"steelyard"
	"steelyard/internal/compare"
)

// jsExpected is what a data row given as a call must return.
type jsExpected struct {
	value *jsNode
	// gold says that the gold solution's result is the expected one.
	gold     bool
	abs, rel float64
}

// jsCallRow makes a row of a Call.
func jsCallRow(f *steelyard.FunctionSpec, c *steelyard.Call) (jsRow, error) {
	row := jsRow{awaits: true, call: &jsExpected{abs: f.Abs, rel: f.Rel}}
	if c.Source != "" {
		row.args = "[" + c.Source + "\n]"
		n, err := jsLiteral(row.args)
		if err != nil {
			return row, fmt.Errorf("arguments: %w", err)
		}
		p := &jsProgram{names: map[string]*jsNode{}, uses: map[string]int{}}
		var names []string
		if n.kind != jsArray || !p.closed(n, nil, &names) {
			return row, fmt.Errorf("arguments are not literals: %s", firstLine(c.Source))
		}
	} else {
		parts := make([]string, len(c.Args))
		for i, raw := range c.Args {
			if !json.Valid(raw) {
				return row, fmt.Errorf("argument %d is not JSON", i+1)
			}
			text, err := json.Marshal(string(raw))
			if err != nil {
				return row, fmt.Errorf("argument %d: %w", i+1, err)
			}
			parts[i] = "JSON.parse(" + string(text) + ")"
		}
		row.args = "[" + strings.Join(parts, ", ") + "]"
	}
	switch {
	case len(c.Expected) > 0:
		n, err := jsConstant(string(c.Expected))
		if err != nil {
			return row, fmt.Errorf("expected value: %w", err)
		}
		row.call.value = n
	case c.ExpectedSource != "":
		n, err := jsConstant(c.ExpectedSource)
		if err != nil {
			return row, fmt.Errorf("expected value: %w", err)
		}
		row.call.value = n
	case f.Oracle == steelyard.OracleGold:
		row.call.gold = true
	default:
		return row, errors.New("a call needs an expected value")
	}
	return row, nil
}

// jsLiteral reads an expression that is a literal, or is computed from literals
// in ways that are understood here.
func jsLiteral(src string) (*jsNode, error) {
	p, err := newJSParser(src, 0, len(src))
	if err != nil {
		return nil, err
	}
	n, err := p.assignment()
	if err != nil {
		return nil, err
	}
	if p.tok.kind != jsTokEOF {
		return nil, p.lex.fail("text after the value")
	}
	return n, nil
}

// jsConstant reads a literal whose value is known without running anything.
func jsConstant(src string) (*jsNode, error) {
	n, err := jsLiteral(src)
	if err == nil && !(&jsScope{call: &jsNode{}}).knows(n) {
		err = fmt.Errorf("not a literal: %s", firstLine(src))
	}
	return n, err
}

// holds reports whether a result is the expected one. Zeros are one, because
// JSON cannot tell them apart reliably; else the comparison is that of
// assert.deepStrictEqual, within the task's tolerance.
func (e *jsExpected) holds(result compare.Value, gold *jsResult) (bool, string, error) {
	want := compare.Undefined()
	if e.gold {
		want = gold.value()
	} else {
		var s jsScope
		var err error
		if want, err = s.eval(e.value); err != nil {
			return failed(err)
		}
	}
	ok, err := jsDeep{zeros: true, abs: e.abs, rel: e.rel}.equal(&result, &want)
	if err != nil {
		return failed(err)
	}
	if ok {
		return true, "", nil
	}
	return false, "have " + jsInspect(&result) + ", want " + jsInspect(&want), nil
}
