package function

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The JavaScript reader of this package understands expressions and the few
// statements that test programs are made of. Whatever it does not understand is
// an error, and the test then runs in the tester: a wrong guess is never made.

type jsTokenKind uint8

const (
	jsTokEOF jsTokenKind = iota
	jsTokIdent
	jsTokPunct
	jsTokNumber
	jsTokBigInt
	jsTokString
	jsTokTemplate
	jsTokRegexp
)

// jsToken is one token. Positions are byte offsets into the source.
type jsToken struct {
	kind     jsTokenKind
	text     string // the source text; for punctuation the punctuator
	pos, end int
	newline  bool // a line break stands before the token
	num      float64
	str      string   // a string's value, in WTF-8: lone surrogates keep their three bytes
	big      *big.Int // a BigInt's value
	// A template's literal parts and the source ranges of its substitutions.
	parts []string
	subs  [][2]int
}

var errJSSyntax = errors.New("not understood")

// jsLexer reads tokens one at a time; whether "/" begins a regular expression
// follows from the token before it.
type jsLexer struct {
	src  string
	pos  int
	prev jsToken
}

// jsPuncts are the punctuators, longest first.
var jsPuncts = []string{
	">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=",
	"=>", "==", "!=", "<=", ">=", "&&", "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=",
	"&=", "|=", "^=", "<<", ">>", "**",
	"{", "}", "(", ")", "[", "]", ";", ",", "<", ">", "+", "-", "*", "/", "%", "&", "|", "^", "!", "~", "?", ":", "=", ".", "#", "@",
}

func (l *jsLexer) fail(what string) error {
	return fmt.Errorf("line %d: %s: %w", 1+strings.Count(l.src[:min(l.pos, len(l.src))], "\n"), what, errJSSyntax)
}

// space skips white space and comments and reports whether it held a line break.
func (l *jsLexer) space() (newline bool, err error) {
	for l.pos < len(l.src) {
		rest := l.src[l.pos:]
		switch {
		case strings.HasPrefix(rest, "//"), l.pos == 0 && strings.HasPrefix(rest, "#!"):
			i := strings.IndexAny(rest, "\n\r")
			if i < 0 {
				i = len(rest)
			}
			l.pos += i
		case strings.HasPrefix(rest, "/*"):
			i := strings.Index(rest[2:], "*/")
			if i < 0 {
				return false, l.fail("unclosed comment")
			}
			newline = newline || strings.Contains(rest[:i+2], "\n")
			l.pos += i + 4
		default:
			r, n := utf8.DecodeRuneInString(rest)
			if r != '\ufeff' && !unicode.IsSpace(r) {
				return newline, nil
			}
			newline = newline || r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029'
			l.pos += n
		}
	}
	return newline, nil
}

// next returns the next token.
func (l *jsLexer) next() (jsToken, error) {
	nl, err := l.space()
	if err != nil {
		return jsToken{}, err
	}
	tok := jsToken{pos: l.pos, newline: nl}
	if l.pos >= len(l.src) {
		tok.end = l.pos
		l.prev = tok
		return tok, nil
	}
	switch c := l.src[l.pos]; {
	case c == '"' || c == '\'':
		tok.kind = jsTokString
		tok.str, err = l.quoted(c)
	case c == '`':
		tok.kind = jsTokTemplate
		err = l.template(&tok)
	case c >= '0' && c <= '9', c == '.' && l.pos+1 < len(l.src) && isDigit(l.src[l.pos+1]):
		err = l.number(&tok)
	case c == '/' && l.regexpAllowed():
		tok.kind = jsTokRegexp
		err = l.regexp()
	default:
		if n := identLen(l.src[l.pos:]); n > 0 {
			tok.kind = jsTokIdent
			l.pos += n
			break
		}
		tok.kind = jsTokPunct
		err = l.fail(fmt.Sprintf("character %q", c))
		for _, p := range jsPuncts {
			if strings.HasPrefix(l.src[l.pos:], p) {
				// "?." before a digit is "?" and a number.
				if p == "?." && l.pos+2 < len(l.src) && isDigit(l.src[l.pos+2]) {
					continue
				}
				l.pos += len(p)
				err = nil
				break
			}
		}
	}
	if err != nil {
		return jsToken{}, err
	}
	tok.end = l.pos
	tok.text = l.src[tok.pos:tok.end]
	l.prev = tok
	return tok, nil
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// identLen returns the length of the identifier s begins with. Unicode escapes
// in identifiers are not understood.
func identLen(s string) int {
	n := 0
	for n < len(s) {
		r, size := utf8.DecodeRuneInString(s[n:])
		ok := r == '_' || r == '$' || unicode.IsLetter(r) || n > 0 && (unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) || r == '\u200d')
		if !ok {
			break
		}
		n += size
	}
	return n
}

// regexpAllowed reports whether a "/" now begins a regular expression.
func (l *jsLexer) regexpAllowed() bool {
	switch p := l.prev; p.kind {
	case jsTokEOF:
		return true
	case jsTokPunct:
		return p.text != ")" && p.text != "]" && p.text != "}" && p.text != "++" && p.text != "--"
	case jsTokIdent:
		switch p.text {
		case "return", "typeof", "case", "in", "of", "delete", "void", "instanceof", "new", "do", "else", "await", "yield", "throw":
			return true
		}
	}
	return false
}

func (l *jsLexer) regexp() error {
	class := false
	for i := l.pos + 1; i < len(l.src); i++ {
		switch c := l.src[i]; {
		case c == '\\':
			i++
		case c == '\n':
			return l.fail("unclosed regular expression")
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			l.pos = i + 1
			l.pos += identLen(l.src[l.pos:])
			return nil
		}
	}
	return l.fail("unclosed regular expression")
}

func (l *jsLexer) number(tok *jsToken) error {
	s := l.src[l.pos:]
	n := 0
	if len(s) > 1 && s[0] == '0' && strings.ContainsRune("xXoObB", rune(s[1])) {
		n = 2
		for n < len(s) && (isDigit(s[n]) || s[n] == '_' || s[n] >= 'a' && s[n] <= 'f' || s[n] >= 'A' && s[n] <= 'F') {
			n++
		}
	} else {
		for n < len(s) && (isDigit(s[n]) || s[n] == '_' || s[n] == '.' && !strings.Contains(s[:n], ".")) {
			n++
		}
		if n < len(s) && (s[n] == 'e' || s[n] == 'E') {
			m := n + 1
			if m < len(s) && (s[m] == '+' || s[m] == '-') {
				m++
			}
			for m < len(s) && isDigit(s[m]) {
				m++
				n = m
			}
		}
		if n > 1 && s[0] == '0' && isDigit(s[1]) {
			return l.fail("number with a leading zero")
		}
	}
	text := strings.ReplaceAll(s[:n], "_", "")
	radix := len(text) > 1 && text[0] == '0' && !isDigit(text[1]) && text[1] != '.' && text[1] != 'e' && text[1] != 'E'
	if n < len(s) && s[n] == 'n' {
		v, ok := new(big.Int).SetString(text, 0)
		if !ok || strings.ContainsAny(text, ".") {
			return l.fail("BigInt " + text)
		}
		tok.kind, tok.big = jsTokBigInt, v
		n++
	} else {
		tok.kind = jsTokNumber
		if radix {
			v, ok := new(big.Int).SetString(text, 0)
			if !ok {
				return l.fail("number " + text)
			}
			tok.num, _ = new(big.Float).SetInt(v).Float64()
		} else {
			v, err := strconv.ParseFloat(text, 64)
			if err != nil && !errors.Is(err, strconv.ErrRange) {
				return l.fail("number " + text)
			}
			tok.num = v
		}
	}
	l.pos += n
	if identLen(l.src[l.pos:]) > 0 {
		return l.fail("number followed by a letter")
	}
	return nil
}

func (l *jsLexer) quoted(quote byte) (string, error) {
	var units jsUnits
	i := l.pos + 1
	for i < len(l.src) {
		switch c := l.src[i]; c {
		case quote:
			l.pos = i + 1
			return units.string(), nil
		case '\n', '\r':
			return "", l.fail("unclosed string")
		case '\\':
			n, err := units.escape(l.src[i:])
			if err != nil {
				return "", l.fail(err.Error())
			}
			i += n
		default:
			r, n := utf8.DecodeRuneInString(l.src[i:])
			units.rune(r)
			i += n
		}
	}
	return "", l.fail("unclosed string")
}

// template reads a template literal; substitutions are left as source ranges.
func (l *jsLexer) template(tok *jsToken) error {
	var units jsUnits
	i := l.pos + 1
	for i < len(l.src) {
		switch {
		case l.src[i] == '`':
			tok.parts = append(tok.parts, units.string())
			l.pos = i + 1
			return nil
		case l.src[i] == '\\':
			n, err := units.escape(l.src[i:])
			if err != nil {
				return l.fail(err.Error())
			}
			i += n
		case strings.HasPrefix(l.src[i:], "${"):
			tok.parts = append(tok.parts, units.string())
			units = nil
			inner := &jsLexer{src: l.src, pos: i + 2}
			depth := 1
			for depth > 0 {
				t, err := inner.next()
				if err != nil {
					return err
				}
				switch {
				case t.kind == jsTokEOF:
					return l.fail("unclosed template")
				case t.kind == jsTokPunct && t.text == "{":
					depth++
				case t.kind == jsTokPunct && t.text == "}":
					depth--
				}
			}
			tok.subs = append(tok.subs, [2]int{i + 2, inner.pos - 1})
			i = inner.pos
		case l.src[i] == '\r':
			units.rune('\n')
			i++
			if i < len(l.src) && l.src[i] == '\n' {
				i++
			}
		default:
			r, n := utf8.DecodeRuneInString(l.src[i:])
			units.rune(r)
			i += n
		}
	}
	return l.fail("unclosed template")
}
