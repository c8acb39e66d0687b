package function

// arrow reads an arrow function if one begins here; else it returns nil and
// moves nothing.
func (p *jsParser) arrow() (*jsNode, error) {
	start := *p
	pos := p.tok.pos
	if p.word("async") {
		next, err := p.peek()
		if err != nil || next.newline || next.text != "(" && next.kind != jsTokIdent || next.text == "function" {
			return nil, nil
		}
		if err := p.advance(); err != nil {
			return nil, err
		}
	}
	var params []string
	switch {
	case p.tok.kind == jsTokIdent:
		next, err := p.peek()
		if err != nil || next.text != "=>" || next.kind != jsTokPunct {
			*p = start
			return nil, nil
		}
		params = []string{p.tok.text}
		if err := p.advance(); err != nil {
			return nil, err
		}
	case p.at("("):
		var ok bool
		if params, ok = p.parameters(); !ok || !p.at("=>") {
			*p = start
			return nil, nil
		}
	default:
		*p = start
		return nil, nil
	}
	if err := p.expect("=>"); err != nil {
		return nil, err
	}
	n := &jsNode{kind: jsArrow, pos: pos, params: params}
	if p.at("{") {
		n.kind = jsFunc
		err := p.block(n)
		return n, err
	}
	body, err := p.assignment()
	if err != nil {
		return nil, err
	}
	n.kids, n.end = []*jsNode{body}, p.end
	return n, nil
}

// parameters reads a parenthesised list of plain names. A list it does not
// understand, or an expression in parentheses, is not ok.
func (p *jsParser) parameters() ([]string, bool) {
	if p.expect("(") != nil {
		return nil, false
	}
	var out []string
	for !p.at(")") {
		if p.tok.kind != jsTokIdent {
			return nil, false
		}
		out = append(out, p.tok.text)
		if p.advance() != nil {
			return nil, false
		}
		if p.at(")") {
			break
		}
		if p.expect(",") != nil {
			return nil, false
		}
	}
	return out, p.advance() == nil
}

// function reads a function expression or declaration.
func (p *jsParser) function() (*jsNode, error) {
	n := &jsNode{kind: jsFunc, pos: p.tok.pos}
	if p.word("async") {
		if err := p.advance(); err != nil {
			return nil, err
		}
	}
	if !p.word("function") {
		return nil, p.lex.fail("async " + p.tok.text)
	}
	if err := p.advance(); err != nil {
		return nil, err
	}
	if p.tok.kind == jsTokIdent {
		n.text = p.tok.text
		if err := p.advance(); err != nil {
			return nil, err
		}
	}
	params, ok := p.parameters()
	if !ok {
		return nil, p.lex.fail("parameters")
	}
	n.params = params
	return n, p.block(n)
}

// block skips a block and notes where its inside is.
func (p *jsParser) block(n *jsNode) error {
	if !p.at("{") {
		return p.lex.fail("want a block")
	}
	n.body[0] = p.tok.end
	for depth := 0; ; {
		switch {
		case p.tok.kind == jsTokEOF:
			return p.lex.fail("unclosed block")
		case p.at("{"):
			depth++
		case p.at("}"):
			depth--
		}
		if depth == 0 {
			n.body[1] = p.tok.pos
			err := p.advance()
			n.end = p.end
			return err
		}
		if err := p.advance(); err != nil {
			return err
		}
	}
}
