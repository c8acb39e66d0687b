package format

import (
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
			if c, err := s.space(); err == nil {
				yield(record{}, s.broken("unexpected %q after the array", c))
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
			if err != io.EOF {
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
		return yield(record{file: s.file, line: at}, &badRecord{tooLong(s.file, at, size, s.max)})
	}
	return s.emit(record{data: s.buf, file: s.file, line: at, col: col}, yield)
}

// scan reads up to the end of a value, judging by brackets and strings only, and
// keeps it while it is within the limit. It returns the size.
func (s *splitter) scan() (int64, error) {
	depth, size := 0, int64(0)
	inString, escaped := false, false
	for {
		peek, err := s.r.Peek(1)
		if err != nil {
			if err == io.EOF && depth == 0 && !inString && size > 0 {
				return size, nil
			}
			return size, err
		}
		c := peek[0]
		if !inString && depth == 0 && size > 0 && (c == ',' || c == ']' || c == '}' || c == ' ' || c == '\n' || c == '\r' || c == '\t') {
			return size, nil
		}
		s.take()
		size++
		if size <= int64(s.max) {
			s.buf = append(s.buf, c)
		} else {
			s.buf = nil
		}
		switch {
		case escaped:
			escaped = false
		case inString:
			escaped = c == '\\'
			inString = c != '"'
		case c == '"':
			inString = true
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
			if depth <= 0 {
				return size, nil
			}
		}
	}
}

func (s *splitter) broken(format string, args ...any) error {
	return &steelyard.InputError{
		File: s.file, Line: s.line, Problem: fmt.Sprintf("broken JSON at column %d: ", s.col+1) + fmt.Sprintf(format, args...),
		Remedy: "write an array of objects, or one object a line",
	}
}

// early is the error of an array or object that does not end.
func (s *splitter) early(err error) error {
	if err != io.EOF {
		return readError(s.file, s.line, s.n, err)
	}
	return &steelyard.InputError{
		File: s.file, Line: s.line, Problem: fmt.Sprintf("JSON ends early; %s read before", count(s.n)),
		Remedy: "fetch or write the file again",
	}
}
