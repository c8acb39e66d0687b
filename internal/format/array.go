package format

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"steelyard"
)

// array yields the elements of a top-level JSON array, one in memory at a time.
func (s *splitter) array(yield func(record, error) bool) {
	s.take() // the bracket
	for first := true; ; first = false {
		c, err := s.space()
		if err == nil && c == ']' {
			s.take()
			switch c, err := s.space(); {
			case err == nil:
				yield(record{}, s.broken("unexpected %q after the array", c))
			case !errors.Is(err, io.EOF): // a checksum that does not match, for one
				yield(record{}, readError(s.file, s.line, s.n, err))
			}
			return
		}
		if err == nil && !first {
			if c != ',' {
				yield(record{}, s.broken("unexpected %q between the elements of the array", c))
				return
			}
			s.take()
			_, err = s.space()
		}
		if err != nil {
			yield(record{}, s.early(err))
			return
		}
		if !s.value(yield) {
			return
		}
	}
}

// values yields one JSON value after the other, each over any number of lines.
func (s *splitter) values(yield func(record, error) bool) {
	for {
		if _, err := s.space(); err != nil {
			if !errors.Is(err, io.EOF) {
				yield(record{}, s.early(err))
			}
			return
		}
		if !s.value(yield) {
			return
		}
	}
}

// value yields the next value; it reports whether to go on.
func (s *splitter) value(yield func(record, error) bool) bool {
	s.shrink()
	at, col := s.line, s.col
	size, err := s.scan()
	if err != nil {
		yield(record{}, s.early(err))
		return false
	}
	if size > int64(s.max) {
		return yield(record{file: s.file, line: at}, &recordError{tooLong(s.file, at, size, s.max)})
	}
	return s.emit(record{data: s.buf, file: s.file, line: at, col: col}, yield)
}

// scan reads up to the end of a value, judging by brackets and strings only, and
// keeps it while it is within the limit. It returns the size.
func (s *splitter) scan() (int64, error) {
	var v valueEnd
	size := int64(0)
	for {
		if _, err := s.r.Peek(1); err != nil {
			if errors.Is(err, io.EOF) && size > 0 && v.depth == 0 && !v.inString {
				return size, nil
			}
			return size, err
		}
		chunk, _ := s.r.Peek(s.r.Buffered()) // what is buffered cannot fail
		n, done := v.find(chunk, size > 0)
		if size += int64(n); size <= int64(s.max) {
			s.buf = append(s.buf, chunk[:n]...)
		} else {
			s.buf = nil
		}
		s.pass(chunk[:n])
		if done {
			return size, nil
		}
	}
}

// pass counts lines and columns of bytes and reads over them.
func (s *splitter) pass(b []byte) {
	if lines := bytes.Count(b, []byte{'\n'}); lines > 0 {
		s.line += lines
		s.col = len(b) - 1 - bytes.LastIndexByte(b, '\n')
	} else {
		s.col += len(b)
	}
	_, _ = s.r.Discard(len(b)) // buffered
}

// valueEnd finds where a JSON value ends.
type valueEnd struct {
	depth             int
	inString, escaped bool
}

// find returns how many bytes of the chunk belong to the value and whether it
// ends there. begun says that bytes of it came before.
func (v *valueEnd) find(chunk []byte, begun bool) (int, bool) {
	for i := 0; i < len(chunk); i++ {
		c := chunk[i]
		switch {
		case v.escaped:
			v.escaped = false
		case v.inString:
			next := bytes.IndexByte(chunk[i:], '"')
			if next < 0 {
				next = len(chunk) - i
			}
			if b := bytes.IndexByte(chunk[i:i+next], '\\'); b >= 0 {
				i += b
				v.escaped = true
				continue
			}
			if i += next; i == len(chunk) {
				return i, false
			}
			v.inString = false
			if v.depth == 0 {
				return i + 1, true
			}
		case v.depth == 0 && (begun || i > 0) && bytes.IndexByte([]byte(",]} \t\r\n"), c) >= 0:
			return i, true
		case c == '"':
			v.inString = true
		case c == '{' || c == '[':
			v.depth++
		case c == '}' || c == ']':
			if v.depth--; v.depth <= 0 {
				return i + 1, true
			}
		}
	}
	return len(chunk), false
}

func (s *splitter) broken(format string, args ...any) error {
	return &steelyard.InputError{
		File: s.file, Line: s.line, Problem: fmt.Sprintf("broken JSON at column %d: ", s.col+1) + fmt.Sprintf(format, args...),
		Remedy: "write an array of objects, or one object a line",
	}
}

// early is the error of an array or object that does not end.
func (s *splitter) early(err error) error {
	if !errors.Is(err, io.EOF) {
		return readError(s.file, s.line, s.n, err)
	}
	return &steelyard.InputError{
		File: s.file, Line: s.line, Problem: fmt.Sprintf("JSON ends early; %s read before", count(s.n)),
		Remedy: "fetch or write the file again",
	}
}
