package compare

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// PyTokenKind is the kind of a Python token.
type PyTokenKind uint8

// Kinds of Python tokens. Keywords are names.
const (
	PyEnd PyTokenKind = iota
	PyName
	PyNumber
	PyString
	PyOp
	PyNewline
	PyIndent
	PyDedent
)

// PyToken is a lexical token of Python source. Start and End are byte offsets
// into the source, and Line counts from 1.
type PyToken struct {
	Kind       PyTokenKind
	Text       string
	Start, End int
	Line       int
}

// PyLexer is a token stream over Python source. It knows the tokens of the
// language, indentation and implicit line joining, and no grammar.
type pyLexer struct {
	src     string
	pos     int
	line    int
	parens  int
	indents []int
	tokens  []PyToken
	bol     bool // at the beginning of a logical line
}

// PySyntaxError says where Python source is not understood.
type PySyntaxError struct {
	Line    int
	Problem string
}

func (e *PySyntaxError) Error() string {
	return fmt.Sprintf("python line %d: %s", e.Line, e.Problem)
}

// maxPySource bounds the source the lexer takes.
const maxPySource = 64 << 20

// PyTokens splits Python source into tokens, with indentation, ending in PyEnd.
// The error is a *PySyntaxError.
func PyTokens(src string) ([]PyToken, error) {
	x := &pyLexer{src: src, line: 1, indents: []int{0}, bol: true}
	if len(src) > maxPySource {
		return nil, x.errorf("source of %d bytes is too long", len(src))
	}
	x.tokens = make([]PyToken, 0, len(src)/4+8)
	for {
		done, err := x.next()
		if err != nil {
			return nil, err
		}
		if done {
			return x.tokens, nil
		}
	}
}

func (x *pyLexer) errorf(format string, args ...any) error {
	return &PySyntaxError{Line: x.line, Problem: fmt.Sprintf(format, args...)}
}

func (x *pyLexer) emit(kind PyTokenKind, start, line int) {
	x.tokens = append(x.tokens, PyToken{Kind: kind, Text: x.src[start:x.pos], Start: start, End: x.pos, Line: line})
}

func (x *pyLexer) next() (done bool, err error) {
	if x.bol && x.parens == 0 {
		if err := x.indentation(); err != nil {
			return false, err
		}
	}
	x.blanks()
	if x.pos >= len(x.src) {
		return true, x.finish()
	}
	start, line, c := x.pos, x.line, x.src[x.pos]
	switch {
	case c == '\n' || c == '\r':
		x.newline()
		if x.parens == 0 {
			x.tokens = append(x.tokens, PyToken{Kind: PyNewline, Start: start, End: x.pos, Line: line})
			x.bol = true
		}
	case isPyNameStart(x.src[x.pos:]):
		x.name()
		if x.pos < len(x.src) && (x.src[x.pos] == '"' || x.src[x.pos] == '\'') && isStringPrefix(x.src[start:x.pos]) {
			if err := x.str(); err != nil {
				return false, err
			}
			x.emit(PyString, start, line)
			return false, nil
		}
		x.emit(PyName, start, line)
	case c >= '0' && c <= '9' || c == '.' && x.pos+1 < len(x.src) && isDigit(x.src[x.pos+1]):
		x.number()
		x.emit(PyNumber, start, line)
	case c == '"' || c == '\'':
		if err := x.str(); err != nil {
			return false, err
		}
		x.emit(PyString, start, line)
	default:
		if err := x.op(); err != nil {
			return false, err
		}
		x.emit(PyOp, start, line)
	}
	return false, nil
}

func (x *pyLexer) finish() error {
	if x.parens > 0 {
		return x.errorf("unclosed bracket")
	}
	if n := len(x.tokens); n > 0 && x.tokens[n-1].Kind != PyNewline && x.tokens[n-1].Kind != PyDedent {
		x.emit(PyNewline, x.pos, x.line)
	}
	for range x.indents[1:] {
		x.emit(PyDedent, x.pos, x.line)
	}
	x.emit(PyEnd, x.pos, x.line)
	return nil
}

// indentation skips blank lines and emits indents and dedents.
func (x *pyLexer) indentation() error {
	for {
		width, p := 0, x.pos
	scan:
		for ; p < len(x.src); p++ {
			switch x.src[p] {
			case ' ':
				width++
			case '\t':
				width = width/8*8 + 8
			case '\f':
				width = 0
			default:
				break scan
			}
		}
		x.pos = p
		if p < len(x.src) && x.src[p] == '#' {
			x.comment()
		}
		if x.pos < len(x.src) && (x.src[x.pos] == '\n' || x.src[x.pos] == '\r') {
			x.newline()
			continue
		}
		x.bol = false
		if x.pos >= len(x.src) {
			return nil
		}
		top := x.indents[len(x.indents)-1]
		if width > top {
			if len(x.indents) >= 100 {
				return x.errorf("too many levels of indentation")
			}
			x.indents = append(x.indents, width)
			x.tokens = append(x.tokens, PyToken{Kind: PyIndent, Start: x.pos, End: x.pos, Line: x.line})
		}
		for width < x.indents[len(x.indents)-1] {
			x.indents = x.indents[:len(x.indents)-1]
			x.tokens = append(x.tokens, PyToken{Kind: PyDedent, Start: x.pos, End: x.pos, Line: x.line})
		}
		if width != x.indents[len(x.indents)-1] {
			return x.errorf("indentation matches no outer level")
		}
		return nil
	}
}

func (x *pyLexer) blanks() {
	for x.pos < len(x.src) {
		switch c := x.src[x.pos]; {
		case c == ' ' || c == '\t' || c == '\f':
			x.pos++
		case c == '#':
			x.comment()
		case c == '\\' && x.pos+1 < len(x.src) && (x.src[x.pos+1] == '\n' || x.src[x.pos+1] == '\r'):
			x.pos++
			x.newline()
		default:
			return
		}
	}
}

func (x *pyLexer) comment() {
	for x.pos < len(x.src) && x.src[x.pos] != '\n' && x.src[x.pos] != '\r' {
		x.pos++
	}
}

func (x *pyLexer) newline() {
	if strings.HasPrefix(x.src[x.pos:], "\r\n") {
		x.pos++
	}
	x.pos++
	x.line++
}

func (x *pyLexer) name() {
	for x.pos < len(x.src) {
		r, n := utf8.DecodeRuneInString(x.src[x.pos:])
		if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) && !unicode.Is(unicode.Mc, r) {
			return
		}
		x.pos += n
	}
}

func isPyNameStart(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return r == '_' || r != utf8.RuneError && unicode.IsLetter(r)
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isStringPrefix(s string) bool {
	switch strings.ToLower(s) {
	case "r", "u", "b", "f", "br", "rb", "fr", "rf":
		return true
	}
	return false
}

// number takes the longest run that can be a number; the parser judges it.
func (x *pyLexer) number() {
	hex := len(x.src)-x.pos > 1 && x.src[x.pos] == '0' && strings.ContainsRune("xXoObB", rune(x.src[x.pos+1]))
	for x.pos < len(x.src) {
		c := x.src[x.pos]
		switch {
		case isDigit(c) || c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
			x.pos++
			if !hex && (c == 'e' || c == 'E') && x.pos+1 < len(x.src) &&
				(x.src[x.pos] == '+' || x.src[x.pos] == '-') && isDigit(x.src[x.pos+1]) {
				x.pos++
			}
		case c == '.' && !hex:
			x.pos++
		default:
			return
		}
	}
}

func (x *pyLexer) str() error {
	quote := x.src[x.pos]
	triple := strings.HasPrefix(x.src[x.pos:], strings.Repeat(string(quote), 3))
	if triple {
		x.pos += 3
	} else {
		x.pos++
	}
	for x.pos < len(x.src) {
		c := x.src[x.pos]
		switch {
		case c == '\\' && x.pos+1 < len(x.src):
			x.pos++
			if x.src[x.pos] == '\n' || x.src[x.pos] == '\r' {
				x.newline()
			} else {
				x.pos++
			}
		case c == '\n' || c == '\r':
			if !triple {
				return x.errorf("string is not closed on its line")
			}
			x.newline()
		case c == quote && !triple:
			x.pos++
			return nil
		case c == quote && strings.HasPrefix(x.src[x.pos:], strings.Repeat(string(quote), 3)):
			x.pos += 3
			return nil
		default:
			x.pos++
		}
	}
	return x.errorf("string is not closed")
}

func (x *pyLexer) op() error {
	s := x.src[x.pos:]
	for _, op := range [...]string{
		"**=", "//=", ">>=", "<<=", "...", "**", "//", ">>", "<<", "<=", ">=", "==", "!=", "->",
		"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@=", ":=",
	} {
		if strings.HasPrefix(s, op) {
			x.pos += len(op)
			return nil
		}
	}
	switch s[0] {
	case '(', '[', '{':
		if x.parens++; x.parens > maxPyDepth {
			return x.errorf("nested too deeply")
		}
	case ')', ']', '}':
		if x.parens--; x.parens < 0 {
			return x.errorf("unmatched %q", s[0])
		}
	case '+', '-', '*', '/', '%', '<', '>', '=', '.', ',', ':', ';', '@', '&', '|', '^', '~':
	default:
		return x.errorf("unexpected %q", s[0])
	}
	x.pos++
	return nil
}
