package function

import (
	"math/big"
	"strings"
)

// jsKind is the kind of a node.
type jsKind uint8

const (
	jsBad      jsKind = iota
	jsLitNum          // num
	jsLitBig          // big
	jsLitStr          // text
	jsLitRegex        // source text only
	jsTmpl            // parts; kids are the substitutions
	jsName            // text
	jsArray           // kids; nil is a hole
	jsObject          // keys and kids; a spread has key "..."
	jsMember          // kids[0].text
	jsIndex           // kids[0][kids[1]]
	jsCall            // kids[0] called with kids[1:]
	jsNew             // the same, constructed
	jsUnary           // text kids[0]
	jsBinary          // kids[0] text kids[1]
	jsLogical         // && || ??
	jsCond            // kids[0] ? kids[1] : kids[2]
	jsArrow           // params => kids[0]
	jsFunc            // params and a block: body is its source range
	jsSpread          // ...kids[0]
	jsAwait           // await kids[0]
	jsSeq             // (kids[0], kids[1], …): the value of the last
	jsAssign          // kids[0] text kids[1]; never evaluated here
)

// jsNode is one expression.
type jsNode struct {
	kind     jsKind
	text     string
	pos, end int
	num      float64
	big      *big.Int
	kids     []*jsNode
	keys     []string
	parts    []string
	params   []string
	body     [2]int
	optional bool // a?.b
}

// jsMaxDepth bounds the nesting of expressions.
const jsMaxDepth = 200

// jsParser reads expressions. tok is the token under the cursor.
type jsParser struct {
	lex   jsLexer
	tok   jsToken
	end   int // end of the token before tok
	depth int
}

func newJSParser(src string, from, to int) (*jsParser, error) {
	p := &jsParser{lex: jsLexer{src: src[:to], pos: from}}
	return p, p.advance()
}

func (p *jsParser) advance() error {
	p.end = p.tok.end
	t, err := p.lex.next()
	p.tok = t
	return err
}

func (p *jsParser) at(text string) bool { return p.tok.kind == jsTokPunct && p.tok.text == text }
func (p *jsParser) word(text string) bool {
	return p.tok.kind == jsTokIdent && p.tok.text == text
}

func (p *jsParser) expect(text string) error {
	if !p.at(text) {
		return p.lex.fail("want " + text + ", have " + p.tok.text)
	}
	return p.advance()
}

// peek returns the token after tok.
func (p *jsParser) peek() (jsToken, error) {
	l := p.lex
	return l.next()
}

// jsPrec is the binding power of binary operators; ** binds to the right.
var jsPrec = map[string]int{
	"??": 1, "||": 1, "&&": 2, "|": 3, "^": 4, "&": 5,
	"==": 6, "!=": 6, "===": 6, "!==": 6,
	"<": 7, ">": 7, "<=": 7, ">=": 7, "instanceof": 7, "in": 7,
	"<<": 8, ">>": 8, ">>>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10, "**": 11,
}

var jsAssignOps = map[string]bool{
	"=": true, "+=": true, "-=": true, "*=": true, "/=": true, "%=": true, "**=": true,
	"&=": true, "|=": true, "^=": true, "<<=": true, ">>=": true, ">>>=": true, "&&=": true, "||=": true, "??=": true,
}

// assignment reads one expression without a top-level comma.
func (p *jsParser) assignment() (*jsNode, error) {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > jsMaxDepth {
		return nil, p.lex.fail("nested too deeply")
	}
	if fn, err := p.arrow(); fn != nil || err != nil {
		return fn, err
	}
	pos := p.tok.pos
	cond, err := p.binary(1)
	if err != nil {
		return nil, err
	}
	switch {
	case p.at("?"):
		if err := p.advance(); err != nil {
			return nil, err
		}
		yes, err := p.assignment()
		if err != nil {
			return nil, err
		}
		if err := p.expect(":"); err != nil {
			return nil, err
		}
		no, err := p.assignment()
		if err != nil {
			return nil, err
		}
		return &jsNode{kind: jsCond, pos: pos, end: p.end, kids: []*jsNode{cond, yes, no}}, nil
	case p.tok.kind == jsTokPunct && jsAssignOps[p.tok.text]:
		op := p.tok.text
		if err := p.advance(); err != nil {
			return nil, err
		}
		right, err := p.assignment()
		if err != nil {
			return nil, err
		}
		return &jsNode{kind: jsAssign, text: op, pos: pos, end: p.end, kids: []*jsNode{cond, right}}, nil
	}
	return cond, nil
}

func (p *jsParser) operator() (string, int) {
	if p.tok.kind == jsTokPunct || p.tok.kind == jsTokIdent && (p.tok.text == "in" || p.tok.text == "instanceof") {
		return p.tok.text, jsPrec[p.tok.text]
	}
	return "", 0
}

func (p *jsParser) binary(least int) (*jsNode, error) {
	pos := p.tok.pos
	left, err := p.unary()
	if err != nil {
		return nil, err
	}
	for {
		op, prec := p.operator()
		if prec < least || prec == 0 {
			return left, nil
		}
		if err := p.advance(); err != nil {
			return nil, err
		}
		next := prec + 1
		if op == "**" {
			next = prec
			if left.kind == jsUnary && p.lex.src[left.pos] != '(' {
				return nil, p.lex.fail("unary operator before **")
			}
		}
		right, err := p.binary(next)
		if err != nil {
			return nil, err
		}
		kind := jsBinary
		if op == "&&" || op == "||" || op == "??" {
			kind = jsLogical
		}
		left = &jsNode{kind: kind, text: op, pos: pos, end: p.end, kids: []*jsNode{left, right}}
	}
}

func (p *jsParser) unary() (*jsNode, error) {
	pos := p.tok.pos
	prefix := p.tok.kind == jsTokPunct && (strings.Contains("+-!~", p.tok.text) || p.tok.text == "++" || p.tok.text == "--") ||
		p.tok.kind == jsTokIdent && (p.tok.text == "typeof" || p.tok.text == "void" || p.tok.text == "await" || p.tok.text == "delete")
	if !prefix {
		n, err := p.postfix()
		if err == nil && (p.at("++") || p.at("--")) && !p.tok.newline {
			return nil, p.lex.fail("increment")
		}
		return n, err
	}
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > jsMaxDepth {
		return nil, p.lex.fail("nested too deeply")
	}
	op := p.tok.text
	if op == "++" || op == "--" || op == "delete" {
		return nil, p.lex.fail(op)
	}
	if err := p.advance(); err != nil {
		return nil, err
	}
	x, err := p.unary()
	if err != nil {
		return nil, err
	}
	kind := jsUnary
	if op == "await" {
		kind = jsAwait
	}
	return &jsNode{kind: kind, text: op, pos: pos, end: p.end, kids: []*jsNode{x}}, nil
}

func (p *jsParser) postfix() (*jsNode, error) {
	pos := p.tok.pos
	var n *jsNode
	var err error
	if p.word("new") {
		n, err = p.construct()
	} else {
		n, err = p.primary()
	}
	if err != nil {
		return nil, err
	}
	for {
		switch {
		case p.at("."), p.at("?."):
			opt := p.at("?.")
			if err := p.advance(); err != nil {
				return nil, err
			}
			if p.tok.kind != jsTokIdent {
				return nil, p.lex.fail("property " + p.tok.text)
			}
			n = &jsNode{kind: jsMember, text: p.tok.text, optional: opt, kids: []*jsNode{n}}
			if err := p.advance(); err != nil {
				return nil, err
			}
		case p.at("["):
			if err := p.advance(); err != nil {
				return nil, err
			}
			key, err := p.assignment()
			if err != nil {
				return nil, err
			}
			if err := p.expect("]"); err != nil {
				return nil, err
			}
			n = &jsNode{kind: jsIndex, kids: []*jsNode{n, key}}
		case p.at("("):
			args, err := p.arguments()
			if err != nil {
				return nil, err
			}
			n = &jsNode{kind: jsCall, kids: append([]*jsNode{n}, args...)}
		default:
			return n, nil
		}
		n.pos, n.end = pos, p.end
	}
}

func (p *jsParser) construct() (*jsNode, error) {
	pos := p.tok.pos
	if err := p.advance(); err != nil {
		return nil, err
	}
	if p.tok.kind != jsTokIdent || p.word("new") {
		return nil, p.lex.fail("new " + p.tok.text)
	}
	class, err := p.primary()
	if err != nil {
		return nil, err
	}
	n := &jsNode{kind: jsNew, pos: pos, kids: []*jsNode{class}}
	if p.at("(") {
		args, err := p.arguments()
		if err != nil {
			return nil, err
		}
		n.kids = append(n.kids, args...)
	}
	n.end = p.end
	return n, nil
}

// arguments reads "(a, b, ...c)".
func (p *jsParser) arguments() ([]*jsNode, error) {
	if err := p.expect("("); err != nil {
		return nil, err
	}
	return p.list(")", false)
}

// list reads elements up to and including the closing token.
func (p *jsParser) list(closing string, holes bool) ([]*jsNode, error) {
	var out []*jsNode
	for !p.at(closing) {
		if holes && p.at(",") {
			out = append(out, nil)
			if err := p.advance(); err != nil {
				return nil, err
			}
			continue
		}
		pos := p.tok.pos
		spread := p.at("...")
		if spread {
			if err := p.advance(); err != nil {
				return nil, err
			}
		}
		x, err := p.assignment()
		if err != nil {
			return nil, err
		}
		if spread {
			x = &jsNode{kind: jsSpread, pos: pos, end: p.end, kids: []*jsNode{x}}
		}
		out = append(out, x)
		if p.at(closing) {
			break
		}
		if err := p.expect(","); err != nil {
			return nil, err
		}
	}
	return out, p.advance()
}

func (p *jsParser) primary() (*jsNode, error) {
	t := p.tok
	n := &jsNode{pos: t.pos, end: t.end}
	switch t.kind {
	case jsTokNumber:
		n.kind, n.num = jsLitNum, t.num
	case jsTokBigInt:
		n.kind, n.big = jsLitBig, t.big
	case jsTokString:
		n.kind, n.text = jsLitStr, t.str
	case jsTokRegexp:
		n.kind, n.text = jsLitRegex, t.text
	case jsTokTemplate:
		n.kind, n.parts = jsTmpl, t.parts
		for _, r := range t.subs {
			sub, err := newJSParser(p.lex.src, r[0], r[1])
			if err != nil {
				return nil, err
			}
			sub.depth = p.depth
			x, err := sub.assignment()
			if err != nil {
				return nil, err
			}
			if sub.tok.kind != jsTokEOF {
				return nil, p.lex.fail("template substitution")
			}
			n.kids = append(n.kids, x)
		}
	case jsTokIdent:
		switch t.text {
		case "function", "async":
			return p.function()
		case "class", "super", "import", "yield", "if", "for", "while", "do", "switch", "try", "throw", "return", "const", "let", "var", "with", "break", "continue", "export", "delete":
			return nil, p.lex.fail(t.text)
		}
		n.kind, n.text = jsName, t.text
	case jsTokPunct:
		switch t.text {
		case "(":
			if err := p.advance(); err != nil {
				return nil, err
			}
			x, err := p.sequence()
			if err != nil {
				return nil, err
			}
			if err := p.expect(")"); err != nil {
				return nil, err
			}
			x.pos, x.end = t.pos, p.end
			return x, nil
		case "[":
			if err := p.advance(); err != nil {
				return nil, err
			}
			kids, err := p.list("]", true)
			n.kind, n.kids, n.end = jsArray, kids, p.end
			return n, err
		case "{":
			return p.object()
		default:
			return nil, p.lex.fail("token " + t.text)
		}
	default:
		return nil, p.lex.fail("end of the source")
	}
	return n, p.advance()
}

// sequence reads expressions separated by commas.
func (p *jsParser) sequence() (*jsNode, error) {
	x, err := p.assignment()
	if err != nil || !p.at(",") {
		return x, err
	}
	n := &jsNode{kind: jsSeq, pos: x.pos, kids: []*jsNode{x}}
	for p.at(",") {
		if err := p.advance(); err != nil {
			return nil, err
		}
		if x, err = p.assignment(); err != nil {
			return nil, err
		}
		n.kids = append(n.kids, x)
	}
	n.end = p.end
	return n, nil
}

// object reads an object literal of plain properties.
func (p *jsParser) object() (*jsNode, error) {
	n := &jsNode{kind: jsObject, pos: p.tok.pos}
	if err := p.advance(); err != nil {
		return nil, err
	}
	for !p.at("}") {
		key, name := p.tok, ""
		if p.at("...") {
			if err := p.advance(); err != nil {
				return nil, err
			}
			x, err := p.assignment()
			if err != nil {
				return nil, err
			}
			n.keys, n.kids = append(n.keys, "..."), append(n.kids, &jsNode{kind: jsSpread, pos: key.pos, end: p.end, kids: []*jsNode{x}})
		} else {
			switch key.kind {
			case jsTokIdent:
				name = key.text
			case jsTokString:
				name = key.str
			case jsTokNumber:
				name = jsNumberText(key.num)
			default:
				return nil, p.lex.fail("property " + key.text)
			}
			if name == "__proto__" {
				return nil, p.lex.fail("property __proto__")
			}
			if err := p.advance(); err != nil {
				return nil, err
			}
			var x *jsNode
			if key.kind == jsTokIdent && (p.at(",") || p.at("}")) {
				x = &jsNode{kind: jsName, text: name, pos: key.pos, end: key.end}
			} else {
				if err := p.expect(":"); err != nil {
					return nil, err
				}
				var err error
				if x, err = p.assignment(); err != nil {
					return nil, err
				}
			}
			n.keys, n.kids = append(n.keys, name), append(n.kids, x)
		}
		if p.at("}") {
			break
		}
		if err := p.expect(","); err != nil {
			return nil, err
		}
	}
	err := p.advance()
	n.end = p.end
	return n, err
}
