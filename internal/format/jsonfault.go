package format

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"steelyard"
)

// jsonFault explains why a record could not be decoded into the value: line,
// column and field. It looks again, slowly, because the decoder names a field
// only for some faults.
func jsonFault(r *record, err error, into any, strict bool) error {
	fault := &steelyard.InputError{File: r.file, Line: r.line, Remedy: "write one JSON object a line"}
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		off := max(int(syntax.Offset)-1, 0)
		if syntax.Error() == "unexpected end of JSON input" {
			off = len(r.data)
		}
		fault.Line = lineOf(r, off)
		fault.Field = openField(r.data[:min(off, len(r.data))])
		fault.Problem = fmt.Sprintf("broken JSON at column %d: %s", columnOf(r, off), syntax.Error())
		if rest := bytes.TrimPrefix(r.data[off:], []byte("-")); bytes.HasPrefix(rest, []byte("NaN")) || bytes.HasPrefix(rest, []byte("Infinity")) {
			fault.Remedy = "JSON has no NaN and no Infinity: write null"
		}
		return fault
	}
	if f := locate(reflect.TypeOf(into), r.data, "", 0, strict); f != nil {
		fault.Line = lineOf(r, f.off)
		fault.Field, fault.Remedy = f.path, f.remedy
		fault.Problem = fmt.Sprintf("at column %d: %s", columnOf(r, f.off), f.problem)
		return fault
	}
	fault.Problem, fault.Err = "cannot be decoded", err
	fault.Remedy = "see `steelyard help formats`"
	return fault
}

// openField returns the path of the member in which a broken object breaks off,
// as far as it can be read.
func openField(data []byte) string {
	dec := json.NewDecoder(bytes.NewReader(data))
	type level struct {
		array bool
		key   string
		n     int
		want  bool // a key comes next
	}
	var stack []level
	for {
		tok, err := dec.Token()
		if err != nil {
			break
		}
		top := len(stack) - 1
		if d, ok := tok.(json.Delim); ok && (d == '}' || d == ']') {
			stack = stack[:max(top, 0)]
			continue
		}
		if top >= 0 {
			switch l := &stack[top]; {
			case l.array:
				l.n++
			case l.want:
				l.key, _ = tok.(string)
				l.want = false
				continue
			default:
				l.want = true
			}
		}
		if d, ok := tok.(json.Delim); ok {
			if len(stack) > 64 {
				break
			}
			stack = append(stack, level{array: d == '[', want: d == '{'})
		}
	}
	path := ""
	for _, l := range stack {
		switch {
		case l.array:
			path += fmt.Sprintf("[%d]", max(l.n-1, 0))
		case l.key != "" && path != "":
			path += "." + l.key
		case l.key != "":
			path = l.key
		}
	}
	return path
}

// finding is where and why a value does not fit a type.
type finding struct {
	path, problem, remedy string
	off                   int
}

// locate finds the first place at which data does not fit t.
func locate(t reflect.Type, data []byte, path string, off int, strict bool) *finding {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if len(data) == 0 || string(data) == "null" {
		return nil
	}
	if !reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		switch {
		case t.Kind() == reflect.Struct && data[0] == '{':
			return locateMembers(fieldTypes(t), nil, data, path, off, strict)
		case t.Kind() == reflect.Map && data[0] == '{':
			return locateMembers(nil, t.Elem(), data, path, off, strict)
		case t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Uint8 && data[0] == '[':
			return locateElements(t.Elem(), data, path, off, strict)
		}
	}
	err := json.Unmarshal(data, reflect.New(t).Interface())
	if err == nil {
		return nil
	}
	f := &finding{path: path, off: off, problem: err.Error(), remedy: "see `steelyard help formats`"}
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		f.problem = "found " + wrong.Value
		f.remedy = "give " + kindName(t)
	}
	return f
}

// locateMembers walks an object whose members are fields, or all of type rest.
func locateMembers(fields map[string]reflect.Type, rest reflect.Type, data []byte, path string, off int, strict bool) *finding {
	dec := json.NewDecoder(bytes.NewReader(data))
	if _, err := dec.Token(); err != nil {
		return nil
	}
	for dec.More() {
		tok, err := dec.Token()
		key, ok := tok.(string)
		if err != nil || !ok {
			return nil
		}
		keyEnd := int(dec.InputOffset())
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return nil
		}
		member := rest
		if rest == nil {
			member = fieldNamed(fields, key)
		}
		at := path + "." + key
		if path == "" {
			at = key
		}
		if member == nil {
			if strict {
				return &finding{path: at, off: off + keyEnd - len(key) - 2, problem: "unknown field", remedy: steelyard.DidYouMean(key, fieldNames(fields))}
			}
			continue
		}
		if f := locate(member, raw, at, off+int(dec.InputOffset())-len(raw), strict); f != nil {
			return f
		}
	}
	return nil
}

func locateElements(elem reflect.Type, data []byte, path string, off int, strict bool) *finding {
	dec := json.NewDecoder(bytes.NewReader(data))
	if _, err := dec.Token(); err != nil {
		return nil
	}
	for i := 0; dec.More(); i++ {
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return nil
		}
		if f := locate(elem, raw, fmt.Sprintf("%s[%d]", path, i), off+int(dec.InputOffset())-len(raw), strict); f != nil {
			return f
		}
	}
	return nil
}

// fieldTypes returns the members of a struct's JSON form.
func fieldTypes(t reflect.Type) map[string]reflect.Type {
	out := map[string]reflect.Type{}
	for f := range t.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-":
		case f.Anonymous && name == "":
			maps.Copy(out, fieldTypes(f.Type))
		case !f.IsExported():
		case name == "":
			out[f.Name] = f.Type
		default:
			out[name] = f.Type
		}
	}
	return out
}

func fieldNamed(fields map[string]reflect.Type, key string) reflect.Type {
	if t, ok := fields[key]; ok {
		return t
	}
	for name, t := range fields {
		if strings.EqualFold(name, key) {
			return t
		}
	}
	return nil
}

func fieldNames(fields map[string]reflect.Type) []string {
	names := make([]string, 0, len(fields))
	for n := range fields {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

func kindName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.Slice, reflect.Array:
		return "an array"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Uint8:
		return "a whole number from 0 to 255"
	}
	return "a whole number"
}
