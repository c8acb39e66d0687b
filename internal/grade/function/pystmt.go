package function

import (
	"strings"

	"steelyard/internal/compare"
)

// pyStmt is one statement of Python source, a compound one with its body.
type pyStmt struct {
	src  string
	toks []compare.PyToken
}

// head is the text of the statement's first token.
func (s *pyStmt) head() string { return s.toks[0].Text }

// text is the statement's lines, with the indentation of the first.
func (s *pyStmt) text() string {
	start := strings.LastIndexByte(s.src[:s.toks[0].Start], '\n') + 1
	if i := strings.LastIndexByte(s.src[:s.toks[0].Start], '\r') + 1; i > start {
		start = i
	}
	if strings.TrimLeft(s.src[start:s.toks[0].Start], " \t\f") != "" {
		start = s.toks[0].Start // it follows another statement on its line
	}
	end := s.toks[0].End
	for _, t := range s.toks {
		if t.Kind != compare.PyDedent && t.Kind != compare.PyNewline {
			end = t.End
		}
	}
	return s.src[start:end]
}

// block is the statement as source that stands alone at the left margin.
func (s *pyStmt) block() string { return pyBlock(s.text()) }

// pyBlock makes indented source stand alone, without touching its lines, which
// may be inside strings.
func pyBlock(text string) string {
	first := strings.TrimLeft(text, "\r\n")
	for strings.HasPrefix(strings.TrimLeft(first, " \t"), "#") && strings.ContainsRune(first, '\n') {
		first = first[strings.IndexByte(first, '\n')+1:]
	}
	if first != "" && (first[0] == ' ' || first[0] == '\t') {
		return "if 1:\n" + text
	}
	return text
}

// pyStmts splits source into the statements of its outermost level.
func pyStmts(src string) ([]pyStmt, error) {
	toks, err := compare.PyTokens(src)
	if err != nil {
		return nil, err
	}
	// Source that is indented as a whole is one block.
	if len(toks) > 0 && toks[0].Kind == compare.PyIndent {
		toks = toks[1:]
	}
	return pySplit(src, toks), nil
}

func pySplit(src string, toks []compare.PyToken) []pyStmt {
	var out []pyStmt
	for i := 0; i < len(toks); {
		if k := toks[i].Kind; k == compare.PyEnd || k == compare.PyDedent || k == compare.PyNewline {
			i++
			continue
		}
		j := pyStmtEnd(toks, i)
		out = append(out, pyStmt{src: src, toks: toks[i:j]})
		i = j
	}
	return out
}

// pyStmtEnd returns the index after the statement that begins at i: its logical
// line, its indented body, and the clauses and definitions that belong to it.
func pyStmtEnd(toks []compare.PyToken, i int) int {
	for {
		decorator := toks[i].Text == "@" && toks[i].Kind == compare.PyOp
		for i < len(toks) && toks[i].Kind != compare.PyNewline && toks[i].Kind != compare.PyEnd {
			i++
		}
		i = min(i+1, len(toks))
		if i < len(toks) && toks[i].Kind == compare.PyIndent {
			i = pyBodyEnd(toks, i)
		}
		if i >= len(toks) {
			return i
		}
		switch {
		case decorator:
		case toks[i].Kind == compare.PyName && pyClause(toks[i].Text):
		default:
			return i
		}
	}
}

func pyClause(word string) bool {
	return word == "else" || word == "elif" || word == "except" || word == "finally"
}

// pyBodyEnd returns the index after the dedent that closes the indent at i.
func pyBodyEnd(toks []compare.PyToken, i int) int {
	for depth := 0; i < len(toks); i++ {
		switch toks[i].Kind {
		case compare.PyIndent:
			depth++
		case compare.PyDedent:
			if depth--; depth == 0 {
				return i + 1
			}
		case compare.PyEnd:
			return i
		case compare.PyName, compare.PyNumber, compare.PyString, compare.PyOp, compare.PyNewline:
		}
	}
	return i
}

// def returns what the statement defines if it is a function with an indented
// body: name, first parameter, and the statements of the body.
func (s *pyStmt) def() (name, param string, body []pyStmt, ok bool) {
	if s.head() != "def" || len(s.toks) < 4 {
		return "", "", nil, false
	}
	name = s.toks[1].Text
	if t := s.toks[3]; t.Kind == compare.PyName {
		param = t.Text
	}
	for i, t := range s.toks {
		if t.Kind == compare.PyNewline {
			if i+1 >= len(s.toks) || s.toks[i+1].Kind != compare.PyIndent {
				break
			}
			return name, param, pySplit(s.src, s.toks[i+2:pyBodyEnd(s.toks, i+1)]), true
		}
	}
	return name, param, nil, false
}

// holdsAssert reports whether the statement contains an assertion.
func (s *pyStmt) holdsAssert() bool {
	for _, t := range s.toks {
		if t.Kind == compare.PyName && t.Text == "assert" {
			return true
		}
	}
	return false
}
