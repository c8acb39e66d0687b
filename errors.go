package steelyard

import (
	"fmt"
	"strings"
)

// InputError is a fault in what the user gave: it names where, what, and what
// to do about it.
type InputError struct {
	File string
	// Line counts from 1; 0 means the file as a whole.
	Line int
	// Field is the path of the field, e.g. "limits.wall".
	Field   string
	Problem string
	Remedy  string
	// Err is the underlying error, if any.
	Err error
}

// Error returns "file:line: field: problem; remedy".
func (e *InputError) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File)
		if e.Line > 0 {
			fmt.Fprintf(&b, ":%d", e.Line)
		}
		b.WriteString(": ")
	} else if e.Line > 0 {
		fmt.Fprintf(&b, "line %d: ", e.Line)
	}
	if e.Field != "" {
		fmt.Fprintf(&b, "%s: ", e.Field)
	}
	b.WriteString(e.Problem)
	if e.Err != nil {
		fmt.Fprintf(&b, ": %v", e.Err)
	}
	if e.Remedy != "" {
		b.WriteString("; ")
		b.WriteString(e.Remedy)
	}
	return b.String()
}

// Unwrap returns the underlying error.
func (e *InputError) Unwrap() error { return e.Err }
