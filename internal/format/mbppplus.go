package format

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// mbppPlusShape returns how the arguments of an MBPP+ task are to be read. JSON
// has no tuples, sets or complex numbers; the reference restores them by a list
// of task numbers (evalplus/data/mbpp.py, mbpp_deserialize_inputs), which this
// states as data.
//
// A shape is one word an argument, the last of which also stands for all further
// ones when it ends in "*". The letters of a word apply from the outside in:
// T tuple, L list, S set ({} when empty), D dict (to its values), A tuples all
// the way down, C complex, F float, "." as it is.
func mbppPlusShape(taskID string) string {
	_, number, _ := strings.Cut(taskID, "/")
	n, err := strconv.Atoi(number)
	if err != nil {
		return ""
	}
	for _, row := range []struct {
		shape string
		tasks []int
	}{
		{"T*", []int{2, 116, 132, 143, 222, 261, 273, 394, 399, 421, 424, 429, 470, 560, 579, 596, 616, 630, 726, 740, 744, 809}},
		{"LT*", []int{63, 64, 70, 94, 120, 237, 272, 299, 400, 409, 417, 438, 473, 614, 780}},
		{"LT .*", []int{75, 413, 444, 753}},
		{". T", []int{106, 750}},
		{"LS", []int{115}},
		{"F C", []int{124}},
		{"T .*", []int{250, 307, 405, 446, 617, 720, 763, 808}},
		{"TT*", []int{259, 278, 401, 445}},
		{"DT .*", []int{722}},
		{"C", []int{252}},
		{"A*", []int{580, 615, 791}},
	} {
		if slices.Contains(row.tasks, n) {
			return row.shape
		}
	}
	return ""
}

// shapedArgs returns the argument list as Python source.
func shapedArgs(shape string, args []json.RawMessage) (string, error) {
	words := strings.Fields(shape)
	var b strings.Builder
	for i, arg := range args {
		if i > 0 {
			b.WriteString(", ")
		}
		word := "."
		last, all := strings.CutSuffix(words[len(words)-1], "*")
		switch {
		case i < len(words):
			word = strings.TrimSuffix(words[i], "*")
		case all:
			word = last
		}
		if err := writePython(&b, arg, word, 0); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

var complexLiteral = regexp.MustCompile(`^\(?[-+]?[0-9.e+-]*[0-9.]j?\)?$`)

// writePython writes a JSON value as a Python literal of the shape.
func writePython(b *strings.Builder, raw json.RawMessage, shape string, depth int) error {
	const deepest = 200
	if depth > deepest {
		return errors.New("value is nested too deeply")
	}
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 {
		return errors.New("empty value")
	}
	outer, inner := byte('.'), "."
	if shape != "" {
		outer = shape[0]
	}
	if len(shape) > 1 {
		inner = shape[1:]
	}
	switch raw[0] {
	case '[':
		var items []json.RawMessage
		if err := json.Unmarshal(raw, &items); err != nil {
			return err
		}
		open, end := "[", "]"
		switch outer {
		case 'T', 'A':
			open, end = "(", ")"
			if len(items) == 1 {
				end = ",)"
			}
		case 'S':
			open, end = "{", "}" // {} when empty, as in the reference
		}
		if outer == 'A' {
			inner = "A"
		}
		b.WriteString(open)
		for i, it := range items {
			if i > 0 {
				b.WriteString(", ")
			}
			if err := writePython(b, it, inner, depth+1); err != nil {
				return err
			}
		}
		b.WriteString(end)
	case '{':
		return writeDict(b, raw, outer, inner, depth)
	case '"':
		var s string
		if err := json.Unmarshal(raw, &s); err != nil {
			return err
		}
		if outer == 'C' || outer == 'F' {
			if !complexLiteral.MatchString(s) {
				return errors.New("not a number: " + strconv.Quote(s))
			}
			b.WriteString(s)
			return nil
		}
		b.WriteString(strconv.QuoteToASCII(s)) // its escapes are Python's too
	case 't':
		b.WriteString("True")
	case 'f':
		b.WriteString("False")
	case 'n':
		b.WriteString("None")
	default:
		b.Write(raw)
	}
	return nil
}

// writeDict keeps the order of the members, which Python's dict does too.
func writeDict(b *strings.Builder, raw json.RawMessage, outer byte, inner string, depth int) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if _, err := dec.Token(); err != nil {
		return err
	}
	if outer != 'D' {
		inner = "."
	}
	b.WriteByte('{')
	for i := 0; dec.More(); i++ {
		key, err := dec.Token()
		if err != nil {
			return err
		}
		name, _ := key.(string)
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return err
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.QuoteToASCII(name) + ": ")
		if err := writePython(b, value, inner, depth+1); err != nil {
			return err
		}
	}
	b.WriteByte('}')
	return nil
}
