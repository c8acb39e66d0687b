package answer

import "strings"

// fence is a fenced code block as CommonMark 0.31 §4.5 defines it: opened by at
// least three backticks or tildes indented by at most three spaces, closed by
// at least as many of the same. Deeper indentation is no fence, which keeps the
// examples in a docstring from being taken for the answer.
type fence struct {
	info   string
	body   string
	indent int
}

// code returns the content without the indentation of the opening fence.
func (f *fence) code() string {
	if f.indent == 0 {
		return f.body
	}
	var b strings.Builder
	b.Grow(len(f.body))
	for line := range strings.Lines(f.body) {
		n := 0
		for n < f.indent && n < len(line) && line[n] == ' ' {
			n++
		}
		b.WriteString(line[n:])
	}
	return b.String()
}

type document struct {
	fences []fence
	// open: the last fence is never closed; before is the text above the first.
	open   bool
	before string
	// thinking: a line outside every fence begins with an opening think tag.
	thinking bool
}

func parse(text string) document {
	var d document
	var (
		mark  byte
		width int
		start int
		first = true
	)
	pos := 0
	for line := range strings.Lines(text) {
		begin := pos
		pos += len(line)
		indent, m, w, info := fenceLine(line)
		if width > 0 { // inside a fence
			if m == mark && w >= width && info == "" {
				d.fences[len(d.fences)-1].body = text[start:begin]
				width = 0
			}
			continue
		}
		switch {
		case m == 0:
			if strings.HasPrefix(strings.TrimLeft(line, " \t"), thinkOpen) {
				d.thinking = true
			}
		case m == '`' && strings.IndexByte(info, '`') >= 0:
			// inline code that starts a line
		default:
			if first {
				d.before, first = text[:begin], false
			}
			mark, width, start = m, w, pos
			d.fences = append(d.fences, fence{info: info, indent: indent})
		}
	}
	if width > 0 {
		d.open = true
		d.fences[len(d.fences)-1].body = text[start:]
	}
	return d
}

// fenceLine splits a line that starts with a code fence; mark is 0 for others.
func fenceLine(line string) (indent int, mark byte, width int, info string) {
	for indent < len(line) && line[indent] == ' ' {
		indent++
	}
	s := line[indent:]
	if indent > 3 || len(s) < 3 || s[0] != '`' && s[0] != '~' {
		return 0, 0, 0, ""
	}
	mark = s[0]
	for width < len(s) && s[width] == mark {
		width++
	}
	if width < 3 {
		return 0, 0, 0, ""
	}
	return indent, mark, width, strings.TrimSpace(s[width:])
}

// Language returns the engine's name of a language from a fence tag or a user's
// word: "py", "Python3" and "{.python}" are "python", "c++17" is "cpp". Other
// words come back in lower case, an empty or wordless tag as "".
func Language(tag string) string {
	tag = strings.TrimLeft(strings.ToLower(strings.TrimSpace(tag)), "{.")
	if i := strings.IndexAny(tag, " \t,:;{}="); i >= 0 {
		tag = tag[:i]
	}
	switch tag {
	case "py", "python3", "python2", "py3", "pypy", "pypy3", "ipython":
		return "python"
	case "js", "node", "nodejs", "mjs", "cjs", "ecmascript":
		return "javascript"
	case "c++", "cc", "cxx", "g++", "c++11", "c++14", "c++17", "c++20", "c++23", "cpp11", "cpp14", "cpp17", "cpp20":
		return "cpp"
	case "c99", "c11", "c17", "gcc", "ansi-c":
		return "c"
	case "golang":
		return "go"
	case "rs":
		return "rust"
	case "java8", "java11", "java17", "java21":
		return "java"
	}
	return tag
}
