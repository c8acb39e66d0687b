package format

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"unicode/utf8"

	"steelyard"
)

// record is one JSON object of an input. data is valid until the next one.
type record struct {
	data []byte
	file string
	line int
	col  int // bytes before data on its line
}

// fault is the error of a record.
func (r *record) fault(field, remedy, format string, args ...any) error {
	return &steelyard.InputError{File: r.file, Line: r.line, Field: field, Problem: fmt.Sprintf(format, args...), Remedy: remedy}
}

// recordError marks a fault after which the next record can still be read.
type recordError struct{ err error }

func (b *recordError) Error() string { return b.err.Error() }
func (b *recordError) Unwrap() error { return b.err }

// records yields the JSON objects of src: the lines of JSON Lines, the elements
// of an array, one indented object after the other, or the rows of Parquet. A
// *recordError error is about one record and others may follow; after any other
// error nothing does.
func records(src Source, opt Options) iter.Seq2[record, error] {
	return func(yield func(record, error) bool) {
		if src.Dir != nil {
			yield(record{}, &steelyard.InputError{File: src.Name, Problem: "is a directory", Remedy: "name a file, or use --from with a format that reads directories"})
			return
		}
		rc, err := src.Open()
		if err != nil {
			yield(record{}, err)
			return
		}
		defer rc.Close()
		br, closeZ, err := plain(src.Name, rc)
		defer closeZ()
		if err != nil {
			yield(record{}, err)
			return
		}
		if head, _ := br.Peek(4); string(head) == magicParquet {
			parquetRows(src, opt.maxLine(), yield)
			return
		}
		s := &splitter{r: br, file: src.Name, max: opt.maxLine(), line: 1}
		s.run(yield)
	}
}

// splitter cuts a stream into records without parsing more than it must.
type splitter struct {
	r    *bufio.Reader
	file string
	max  int
	line int // of the next byte
	col  int // bytes of that line already read
	n    int // records yielded
	buf  []byte
}

func (s *splitter) run(yield func(record, error) bool) {
	first, err := s.space()
	if err != nil {
		if !errors.Is(err, io.EOF) {
			yield(record{}, readError(s.file, s.line, s.n, err))
		}
		return
	}
	if first == '[' {
		s.array(yield)
		return
	}
	if first == '{' && s.opensIndented() {
		s.values(yield)
		return
	}
	s.lines(yield)
}

// space skips white space and returns the next byte without reading it.
func (s *splitter) space() (byte, error) {
	for {
		b, err := s.r.Peek(1)
		if err != nil {
			return 0, err
		}
		switch b[0] {
		case ' ', '\t', '\r', '\n':
			s.take()
		default:
			return b[0], nil
		}
	}
}

// take reads one byte that was peeked.
func (s *splitter) take() {
	b, err := s.r.ReadByte()
	if err != nil {
		return
	}
	if b == '\n' {
		s.line++
		s.col = 0
		return
	}
	s.col++
}

// opensIndented reports whether the first line holds the opening brace alone:
// an object written over several lines.
func (s *splitter) opensIndented() bool {
	head, _ := s.r.Peek(64)
	for _, c := range head[1:] {
		switch c {
		case ' ', '\t', '\r':
		case '\n':
			return true
		default:
			return false
		}
	}
	return false
}

// lines yields one record a line.
func (s *splitter) lines(yield func(record, error) bool) {
	for {
		line, err := s.readLine()
		at := s.line
		col := s.col
		s.line++
		s.col = 0
		last := errors.Is(err, io.EOF)
		var bad *recordError
		if err != nil && !last && !errors.As(err, &bad) {
			yield(record{}, readError(s.file, at, s.n, err))
			return
		}
		if bad == nil {
			text := bytes.TrimLeft(line, " \t\r")
			col += len(line) - len(text)
			text = bytes.TrimRight(text, " \t\r\n")
			if len(text) == 0 {
				if last {
					return
				}
				continue
			}
			if !s.emit(record{data: text, file: s.file, line: at, col: col}, yield) {
				return
			}
		} else if !yield(record{file: s.file, line: at}, bad) {
			return
		}
		if last {
			return
		}
	}
}

// readLine returns the next line. A line over the limit is read to its end and
// not kept; its error is a *recordError. io.EOF comes with the last line.
func (s *splitter) readLine() ([]byte, error) {
	s.shrink()
	size := int64(0)
	for {
		part, err := s.r.ReadSlice('\n')
		size += int64(len(part))
		text := size // without the line feed
		if err == nil {
			text--
		}
		if text <= int64(s.max) {
			s.buf = append(s.buf, part...)
		} else {
			s.buf = nil
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && !errors.Is(err, io.EOF):
			return nil, err
		case text > int64(s.max):
			return nil, &recordError{tooLong(s.file, s.line, text, s.max)}
		}
		return s.buf, err
	}
}

// shrink empties the buffer and lets go of it after an unusually long record.
func (s *splitter) shrink() {
	if cap(s.buf) > 1<<20 {
		s.buf = nil
	}
	s.buf = s.buf[:0]
}

func tooLong(file string, line int, n int64, limit int) error {
	return &steelyard.InputError{
		File: file, Line: line,
		Problem: fmt.Sprintf("record of %d bytes is longer than the limit of %s", n, steelyard.Size(limit)),
		Remedy:  "shorten it, or go on without it with --on-bad-line skip",
	}
}

// emit checks the encoding and yields the record.
func (s *splitter) emit(r record, yield func(record, error) bool) bool {
	if off, ok := invalidUTF8(r.data); !ok {
		return yield(r, &recordError{&steelyard.InputError{
			File: r.file, Line: r.line + bytes.Count(r.data[:off], []byte{'\n'}),
			Problem: fmt.Sprintf("invalid UTF-8 at byte %d of the line", columnOf(&r, off)),
			Remedy:  "write the file as UTF-8; JSON allows nothing else",
		}})
	}
	s.n++
	return yield(r, nil)
}

func invalidUTF8(b []byte) (int, bool) {
	if utf8.Valid(b) {
		return 0, true
	}
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			return i, false
		}
		i += n
	}
	return 0, true
}

// columnOf returns the 1-based column of the byte at off of the record.
func columnOf(r *record, off int) int {
	off = min(off, len(r.data))
	if i := bytes.LastIndexByte(r.data[:off], '\n'); i >= 0 {
		return off - i
	}
	return r.col + off + 1
}

// lineOf returns the line of the byte at off of the record.
func lineOf(r *record, off int) int {
	return r.line + bytes.Count(r.data[:min(off, len(r.data))], []byte{'\n'})
}
