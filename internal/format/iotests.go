package format

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"steelyard"
)

// ioTests is the input_output object of APPS and TACO.
type ioTests struct {
	Inputs  []json.RawMessage `json:"inputs"`
	Outputs []json.RawMessage `json:"outputs"`
	FnName  *string           `json:"fn_name"`
}

// pyImports is what the reference harnesses of call-based problems run before a
// candidate: starter code names List and friends without importing them. The last
// line gives back the builtins that the lines before it hide, such as pow.
const pyImports = "import bisect, collections, copy, datetime, functools, heapq, itertools, json, math, operator, random, re, string, sys, time\n" +
	"from string import *\nfrom re import *\nfrom datetime import *\nfrom collections import *\nfrom heapq import *\n" +
	"from bisect import *\nfrom copy import *\nfrom math import *\nfrom random import *\nfrom itertools import *\n" +
	"from functools import *\nfrom operator import *\nfrom typing import *\nfrom builtins import *\n"

// pyModules are the modules of pyImports that are worth loading ahead.
func pyModules() []string {
	return []string{"bisect", "collections", "copy", "datetime", "functools", "heapq", "itertools", "json", "math", "operator", "random", "re", "string", "typing"}
}

// parseIOTests reads input_output, which is an object or, in most copies, a
// string that holds one.
func parseIOTests(raw json.RawMessage) (*ioTests, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) > 0 && raw[0] == '"' {
		var s string
		if err := json.Unmarshal(raw, &s); err != nil {
			return nil, err
		}
		raw = bytes.TrimSpace([]byte(s))
	}
	if len(raw) == 0 || string(raw) == "null" {
		return nil, errors.New("empty")
	}
	var io ioTests
	if err := json.Unmarshal(raw, &io); err != nil {
		return nil, err
	}
	if len(io.Inputs) != len(io.Outputs) {
		return nil, fmt.Errorf("%d inputs and %d outputs", len(io.Inputs), len(io.Outputs))
	}
	return &io, nil
}

// fill puts the tests into the task: a function task when fn_name is given, else
// a program task. What cannot be used becomes t.Broken.
func (io *ioTests) fill(t *steelyard.Task, starter, gold string) {
	if io.FnName == nil || *io.FnName == "" {
		t.Kind = steelyard.KindProgram
		t.Program = &steelyard.ProgramSpec{Languages: []string{"python"}}
		for i := range io.Inputs {
			in, err := linesText(io.Inputs[i])
			out, oerr := linesText(io.Outputs[i])
			if err = errors.Join(err, oerr); err != nil {
				t.Broken = fmt.Sprintf("input_output: test %d: %v", i, err)
				return
			}
			t.Suite.Checks = append(t.Suite.Checks, steelyard.Check{
				Case: &steelyard.Case{Input: steelyard.Text(in), Answer: steelyard.Text(out)},
			})
		}
		return
	}
	t.Kind = steelyard.KindFunction
	t.Env.Imports = pyModules()
	t.Function = &steelyard.FunctionSpec{Language: "python", EntryPoint: *io.FnName, Class: solutionClass(starter, gold), Before: pyImports}
	unwrap := wrapped(io.Outputs)
	for i := range io.Inputs {
		var args []json.RawMessage
		if err := json.Unmarshal(io.Inputs[i], &args); err != nil {
			t.Broken = fmt.Sprintf("input_output: test %d: inputs of a call must be a list of arguments", i)
			return
		}
		expected := io.Outputs[i]
		if unwrap {
			var one []json.RawMessage
			if err := json.Unmarshal(expected, &one); err == nil && len(one) == 1 {
				expected = one[0]
			}
		}
		t.Suite.Checks = append(t.Suite.Checks, steelyard.Check{Call: &steelyard.Call{Args: args, Expected: compact(expected)}})
	}
}

// wrapped reports whether every output is a list of one value. That is how most
// problems write the value returned; the reference accepts either reading.
func wrapped(outputs []json.RawMessage) bool {
	for _, o := range outputs {
		var one []json.RawMessage
		if json.Unmarshal(o, &one) != nil || len(one) != 1 {
			return false
		}
	}
	return len(outputs) > 0
}

// solutionClass returns the class whose method is called, as the starter code
// says; without one, as the reference solution does.
func solutionClass(starter, gold string) string {
	code := starter
	if strings.TrimSpace(code) == "" {
		code = gold
	}
	for _, name := range submatches(pyClass, code) {
		if name == "Solution" {
			return name
		}
	}
	return ""
}

// linesText returns the text of a test's input or output: a string as it is, a
// list as lines, a bare value as its JSON.
func linesText(raw json.RawMessage) (string, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || string(raw) == "null" {
		return "", nil
	}
	switch raw[0] {
	case '"':
		var s string
		err := json.Unmarshal(raw, &s)
		return s, err
	case '[':
		var parts []json.RawMessage
		if err := json.Unmarshal(raw, &parts); err != nil {
			return "", err
		}
		var b strings.Builder
		for _, p := range parts {
			line, err := linesText(p)
			if err != nil {
				return "", err
			}
			b.WriteString(strings.TrimSuffix(line, "\n"))
			b.WriteByte('\n')
		}
		return b.String(), nil
	case '{':
		return "", errors.New("an object is neither text nor lines")
	}
	return string(raw), nil
}

// compact returns the value without insignificant white space, which must not
// decide a digest.
func compact(raw json.RawMessage) json.RawMessage {
	var buf bytes.Buffer
	if err := json.Compact(&buf, raw); err != nil {
		return raw
	}
	return buf.Bytes()
}

// textList reads a list of strings that may itself be written as a string.
func textList(raw json.RawMessage) []string {
	var list []string
	if json.Unmarshal(raw, &list) == nil {
		return list
	}
	var s string
	if json.Unmarshal(raw, &s) != nil || json.Unmarshal([]byte(s), &list) != nil {
		return nil
	}
	return list
}

func pythonGolds(solutions []string) []steelyard.Output {
	const most = 4 // more only cost memory; the first is weighed
	var out []steelyard.Output
	for _, s := range solutions {
		if strings.TrimSpace(s) == "" {
			continue
		}
		if out = append(out, program("python", s)); len(out) == most {
			break
		}
	}
	return out
}
