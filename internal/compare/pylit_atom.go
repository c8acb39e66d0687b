package compare

import (
	"math/big"
	"strconv"
	"strings"
)

func pyKeyword(s string) bool {
	switch s {
	case "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else",
		"except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not",
		"or", "pass", "raise", "return", "try", "while", "with", "yield":
		return true
	}
	return false
}

func (p *PyParser) constant(v Value) *PyExpr {
	t := p.Take()
	return &PyExpr{Node: PyConst, Value: v, Start: t.Start, End: t.End}
}

func (p *PyParser) atom() (*PyExpr, error) {
	t := p.Peek()
	switch t.Kind {
	case PyNumber:
		v, ok := pyNumber(t.Text)
		if !ok {
			return nil, p.Errorf("malformed number %q", t.Text)
		}
		return p.constant(v), nil
	case PyString:
		return p.strings()
	case PyName:
		switch t.Text {
		case "None":
			return p.constant(None()), nil
		case "True":
			return p.constant(Bool(true)), nil
		case "False":
			return p.constant(Bool(false)), nil
		}
		if pyKeyword(t.Text) {
			return nil, p.Errorf("unexpected %q", t.Text)
		}
		p.Take()
		return &PyExpr{Node: PyVar, Name: t.Text, Start: t.Start, End: t.End}, nil
	case PyOp:
		switch t.Text {
		case "(":
			return p.display(PyTupleOf, ")")
		case "[":
			return p.display(PyListOf, "]")
		case "{":
			return p.braces()
		case "...":
			p.Take()
			return &PyExpr{Node: PyOpaque, Start: t.Start, End: t.End}, nil
		}
	case PyEnd, PyNewline, PyIndent, PyDedent:
	}
	return nil, p.Errorf("unexpected %q", t.Text)
}

// display parses a parenthesised expression, tuple, list, or the comprehension
// form of either.
func (p *PyParser) display(node PyNode, closing string) (*PyExpr, error) {
	start := p.Take().Start
	var items []*PyExpr
	comma, opaque := false, false
	for !p.Accept(closing) {
		if p.Accept("*") {
			opaque = true
		}
		e, err := p.Expr()
		if err != nil {
			return nil, err
		}
		if len(items) == 0 && (p.Is("for") || p.Is("async")) {
			kind := "list"
			if node == PyTupleOf {
				kind = "generator"
			}
			if e, err = p.comprehension(kind, start, e); err != nil {
				return nil, err
			}
			if err := p.Expect(closing); err != nil {
				return nil, err
			}
			e.End = p.Tokens[p.Pos-1].End
			return e, nil
		}
		if p.Is(":=") {
			return nil, p.Errorf("assignment inside an expression")
		}
		items = append(items, e)
		if comma = p.Accept(","); !comma {
			if err := p.Expect(closing); err != nil {
				return nil, err
			}
			break
		}
	}
	if node == PyTupleOf && len(items) == 1 && !comma && !opaque {
		e := *items[0] // its text includes the parentheses
		e.Start, e.End = start, p.Tokens[p.Pos-1].End
		return &e, nil
	}
	if opaque {
		node = PyOpaque
	}
	return p.node(node, start, items...), nil
}

func (p *PyParser) braces() (*PyExpr, error) {
	start := p.Take().Start
	if p.Accept("}") {
		return p.node(PyDictOf, start), nil
	}
	var items []*PyExpr
	node := PyNode(0)
	opaque := false
	for !p.Accept("}") {
		if p.Accept("*") || p.Accept("**") {
			opaque = true
		}
		e, err := p.Expr()
		if err != nil {
			return nil, err
		}
		elem := []*PyExpr{e}
		kind, name := PySetOf, "set"
		if p.Accept(":") {
			v, err := p.Expr()
			if err != nil {
				return nil, err
			}
			elem, kind, name = append(elem, v), PyDictOf, "dict"
		}
		if node == 0 && (p.Is("for") || p.Is("async")) {
			c, err := p.comprehension(name, start, elem...)
			if err != nil {
				return nil, err
			}
			if err := p.Expect("}"); err != nil {
				return nil, err
			}
			c.End = p.Tokens[p.Pos-1].End
			return c, nil
		}
		if node != 0 && node != kind && !opaque {
			return nil, p.Errorf("set and dict mixed")
		}
		node = kind
		items = append(items, elem...)
		if !p.Accept(",") {
			if err := p.Expect("}"); err != nil {
				return nil, err
			}
			break
		}
	}
	if opaque {
		node = PyOpaque
	}
	return p.node(node, start, items...), nil
}

func (p *PyParser) comprehension(kind string, start int, elem ...*PyExpr) (*PyExpr, error) {
	n := &PyExpr{Node: PyComp, Name: kind, Args: elem, Start: start}
	for p.Accept("for") {
		var c PyClause
		var err error
		if c.Target, err = p.target(); err != nil {
			return nil, err
		}
		if err := p.Expect("in"); err != nil {
			return nil, err
		}
		if c.Iter, err = p.or(); err != nil {
			return nil, err
		}
		for p.Accept("if") {
			cond, err := p.or()
			if err != nil {
				return nil, err
			}
			c.Conds = append(c.Conds, cond)
		}
		n.Clauses = append(n.Clauses, c)
	}
	if n.Clauses == nil {
		return nil, p.Errorf("asynchronous comprehension")
	}
	n.End = p.Tokens[p.Pos-1].End
	return n, nil
}

// target parses what a for clause binds: names, possibly in tuples.
func (p *PyParser) target() (*PyExpr, error) {
	start := p.Peek().Start
	e, err := p.primary()
	if err != nil || !p.Is(",") {
		return e, err
	}
	items := []*PyExpr{e}
	for p.Accept(",") && !p.Is("in") {
		if e, err = p.primary(); err != nil {
			return nil, err
		}
		items = append(items, e)
	}
	return p.node(PyTupleOf, start, items...), nil
}

func (p *PyParser) strings() (*PyExpr, error) {
	first := p.Peek()
	var text []byte
	isBytes, opaque := false, false
	for n := 0; p.Peek().Kind == PyString; n++ {
		t := p.Take()
		b, bytesLit, formatted, ok := pyStringLiteral(text, t.Text)
		if !ok || n > 0 && bytesLit != isBytes {
			return nil, p.Errorf("malformed string")
		}
		text, isBytes, opaque = b, bytesLit, opaque || formatted
	}
	e := p.node(PyConst, first.Start)
	switch {
	case opaque:
		e.Node = PyOpaque
	case isBytes:
		e.Value = Bytes(string(text))
	default:
		e.Value = Str(string(text))
	}
	return e, nil
}

// pyStringLiteral appends the content of one string literal to b.
func pyStringLiteral(b []byte, lit string) (out []byte, isBytes, formatted, ok bool) {
	i := strings.IndexAny(lit, `"'`)
	if i < 0 {
		return b, false, false, false
	}
	prefix, body := strings.ToLower(lit[:i]), lit[i:]
	raw := strings.Contains(prefix, "r")
	isBytes, formatted = strings.Contains(prefix, "b"), strings.Contains(prefix, "f")
	q := 1
	if len(body) >= 6 && body[1] == body[0] && body[2] == body[0] {
		q = 3
	}
	body = body[q : len(body)-q]
	if strings.Contains(body, "\r") {
		body = strings.ReplaceAll(strings.ReplaceAll(body, "\r\n", "\n"), "\r", "\n")
	}
	if raw || strings.IndexByte(body, '\\') < 0 {
		if !ValidWTF8(body) {
			return b, isBytes, formatted, false
		}
		return append(b, body...), isBytes, formatted, true
	}
	for i := 0; i < len(body); {
		if body[i] != '\\' || i+1 >= len(body) {
			b = append(b, body[i])
			i++
			continue
		}
		n, o, good := pyEscape(b, body[i+1:], isBytes)
		if !good {
			return b, isBytes, formatted, false
		}
		b, i = o, i+1+n
	}
	return b, isBytes, formatted, isBytes || ValidWTF8(string(b))
}

// pyEscape appends what the escape after a backslash means and returns how many
// bytes of s it took.
func pyEscape(b []byte, s string, isBytes bool) (n int, out []byte, ok bool) {
	hex := func(digits int) (int, []byte, bool) {
		if len(s) < 1+digits {
			return 0, b, false
		}
		v, err := strconv.ParseUint(s[1:1+digits], 16, 32)
		if err != nil || v > 0x10FFFF {
			return 0, b, false
		}
		if isBytes {
			return 1 + digits, append(b, byte(v)), true
		}
		return 1 + digits, appendRune(b, rune(v)), true
	}
	switch c := s[0]; c {
	case '\n':
		return 1, b, true
	case '\\', '\'', '"':
		return 1, append(b, c), true
	case 'a':
		return 1, append(b, '\a'), true
	case 'b':
		return 1, append(b, '\b'), true
	case 'f':
		return 1, append(b, '\f'), true
	case 'n':
		return 1, append(b, '\n'), true
	case 'r':
		return 1, append(b, '\r'), true
	case 't':
		return 1, append(b, '\t'), true
	case 'v':
		return 1, append(b, '\v'), true
	case 'x':
		return hex(2)
	case 'u', 'U', 'N':
		if isBytes {
			break // no escapes in bytes
		}
		switch c {
		case 'u':
			return hex(4)
		case 'U':
			return hex(8)
		}
		return 0, b, false // names of characters are not known here
	case '0', '1', '2', '3', '4', '5', '6', '7':
		n, v := 0, 0
		for n < 3 && n < len(s) && s[n] >= '0' && s[n] <= '7' {
			v = v*8 + int(s[n]-'0')
			n++
		}
		if isBytes {
			return n, append(b, byte(v)), true
		}
		return n, appendRune(b, rune(v)), true
	}
	return 0, append(b, '\\'), true // an unknown escape stays as it is
}

// pyNumber reads a numeric literal.
func pyNumber(s string) (Value, bool) {
	if strings.HasPrefix(s, "_") || strings.HasSuffix(s, "_") || strings.Contains(s, "__") {
		return Value{}, false
	}
	s = strings.ToLower(strings.ReplaceAll(s, "_", ""))
	if len(s) > 2 && s[0] == '0' && (s[1] == 'x' || s[1] == 'o' || s[1] == 'b') {
		b, ok := new(big.Int).SetString(s, 0)
		if !ok {
			return Value{}, false
		}
		return BigInt(b), true
	}
	if num, ok := strings.CutSuffix(s, "j"); ok {
		f, ok := pyFloat(num)
		return Complex(0, f), ok
	}
	if strings.ContainsAny(s, ".e") {
		f, ok := pyFloat(s)
		return Float(f), ok
	}
	if len(s) > 1 && s[0] == '0' && strings.Trim(s, "0") != "" {
		return Value{}, false
	}
	if i, err := strconv.ParseInt(s, 10, 64); err == nil {
		return Int(i), true
	}
	if len(s) > 1<<16 {
		return Value{}, false
	}
	b, ok := new(big.Int).SetString(s, 10)
	if !ok {
		return Value{}, false
	}
	return BigInt(b), true
}

func pyFloat(s string) (float64, bool) {
	for i := range len(s) { // ParseFloat takes more than Python does: "inf", "0x1p3"
		if c := s[i]; !isDigit(c) && c != '.' && c != 'e' && c != '+' && c != '-' {
			return 0, false
		}
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		ne, isNum := err.(*strconv.NumError) //nolint:errorlint // ParseFloat returns exactly this type
		return f, isNum && ne.Err == strconv.ErrRange
	}
	return f, true
}
