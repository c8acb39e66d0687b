package function

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"steelyard/internal/compare"
)

// jsTypeToJSON is the class the driver gives to an object whose JSON form is
// the candidate's own code.
const jsTypeToJSON = "toJSON"

// jsStringify is JSON.stringify(v); ok is false where that is undefined.
func jsStringify(v *compare.Value) (text string, ok bool, err error) {
	var b strings.Builder
	ok, err = jsWriteJSON(&b, v)
	return b.String(), ok, err
}

func jsWriteJSON(b *strings.Builder, v *compare.Value) (bool, error) {
	switch v.Kind {
	case compare.KindNone:
		b.WriteString("null")
	case compare.KindUndefined:
		return false, nil
	case compare.KindBool:
		fmt.Fprint(b, v.Int != 0)
	case compare.KindFloat:
		if math.IsNaN(v.Float) || math.IsInf(v.Float, 0) {
			b.WriteString("null")
		} else {
			b.WriteString(jsNumberText(v.Float))
		}
	case compare.KindInt:
		return false, jsThrow("TypeError: a BigInt has no JSON form")
	case compare.KindStr:
		jsWriteQuoted(b, v.Str)
	case compare.KindList:
		b.WriteByte('[')
		for i := range v.Items {
			if i > 0 {
				b.WriteByte(',')
			}
			ok, err := jsWriteJSON(b, &v.Items[i])
			if err != nil {
				return false, err
			}
			if !ok {
				b.WriteString("null")
			}
		}
		b.WriteByte(']')
	case compare.KindDict:
		if v.Type == "Map" {
			b.WriteString("{}")
			break
		}
		return true, jsWriteObject(b, v)
	case compare.KindSet, compare.KindIter, compare.KindError:
		b.WriteString("{}")
	case compare.KindByteArray:
		b.WriteByte('{')
		for i := range len(v.Str) {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(b, `"%d":%d`, i, v.Str[i])
		}
		b.WriteByte('}')
	case compare.KindTuple:
		return jsWriteBoxed(b, v)
	case compare.KindObject:
		if v.Type == jsTypeFunction || v.Type == jsTypeSymbol {
			return false, nil
		}
		if v.Type == jsTypePromise {
			b.WriteString("{}")
			return true, nil
		}
		return false, jsOpaque(v)
	default:
		return false, jsOpaque(v)
	}
	return true, nil
}

func jsWriteObject(b *strings.Builder, v *compare.Value) error {
	b.WriteByte('{')
	first := true
	for i := 0; i+1 < len(v.Items); i += 2 {
		var item strings.Builder
		ok, err := jsWriteJSON(&item, &v.Items[i+1])
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if !first {
			b.WriteByte(',')
		}
		first = false
		jsWriteQuoted(b, v.Items[i].Str)
		b.WriteByte(':')
		b.WriteString(item.String())
	}
	b.WriteByte('}')
	return nil
}

// jsWriteBoxed writes the JSON form of what the driver sends as a named tuple:
// dates by their text, regular expressions as empty objects, boxed primitives
// as what they hold.
func jsWriteBoxed(b *strings.Builder, v *compare.Value) (bool, error) {
	switch {
	case v.Type == "Date" && len(v.Items) == 2 && v.Items[1].Kind == compare.KindStr:
		jsWriteQuoted(b, v.Items[1].Str)
		return true, nil
	case v.Type == "Date":
		b.WriteString("null") // an invalid date
		return true, nil
	case v.Type == "RegExp":
		b.WriteString("{}")
		return true, nil
	case len(v.Items) == 1 && (v.Type == "Number" || v.Type == "String" || v.Type == "Boolean"):
		return jsWriteJSON(b, &v.Items[0])
	}
	return false, jsOpaque(v)
}

// jsWriteQuoted writes a string as JSON.stringify does: lone surrogates are
// escaped, other characters beyond ASCII are not.
func jsWriteQuoted(b *strings.Builder, s string) {
	b.WriteByte('"')
	for i := 0; i < len(s); {
		if sur, ok := loneSurrogate(s[i:]); ok {
			fmt.Fprintf(b, `\u%04x`, sur)
			i += 3
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		i += n
		switch r {
		case '"', '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case '\n':
			b.WriteString(`\n`)
		case '\r':
			b.WriteString(`\r`)
		case '\t':
			b.WriteString(`\t`)
		case '\b':
			b.WriteString(`\b`)
		case '\f':
			b.WriteString(`\f`)
		default:
			if r < 0x20 {
				fmt.Fprintf(b, `\u%04x`, r)
			} else {
				b.WriteRune(r)
			}
		}
	}
	b.WriteByte('"')
}

// jsInspect shows a value to people in one short line.
func jsInspect(v *compare.Value) string {
	const most = 120
	var b strings.Builder
	jsShow(&b, v, most)
	s := b.String()
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}

func jsShow(b *strings.Builder, v *compare.Value, most int) {
	if b.Len() > most {
		return
	}
	list := func(open, closing string, pairs bool) {
		if v.Type != "" {
			b.WriteString(v.Type + " ")
		}
		b.WriteString(open)
		for i := range v.Items {
			if b.Len() > most {
				break
			}
			if pairs && i%2 == 1 {
				b.WriteString(": ")
			} else if i > 0 {
				b.WriteString(", ")
			}
			jsShow(b, &v.Items[i], most)
		}
		b.WriteString(closing)
	}
	switch v.Kind {
	case compare.KindStr:
		jsWriteQuoted(b, v.Str[:min(len(v.Str), 2*most)])
	case compare.KindFloat:
		if v.Float == 0 && math.Signbit(v.Float) {
			b.WriteByte('-')
		}
		b.WriteString(jsNumberText(v.Float))
	case compare.KindInt:
		b.WriteString(v.BigOf().String() + "n")
	case compare.KindList:
		list("[", "]", false)
	case compare.KindTuple:
		list("(", ")", false)
	case compare.KindDict:
		list("{", "}", true)
	case compare.KindSet:
		list("Set {", "}", false)
	case compare.KindError:
		name := v.Type
		if v.Own != "" {
			name = v.Own
		}
		b.WriteString(name + ": " + v.Str)
	case compare.KindNone:
		b.WriteString("null")
	case compare.KindUndefined:
		b.WriteString("undefined")
	case compare.KindBool:
		fmt.Fprint(b, v.Int != 0)
	default:
		b.WriteString("<" + v.TypeName() + ">")
	}
}
