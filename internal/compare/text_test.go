package compare_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"steelyard"
	"steelyard/internal/compare"
)

func TestText(t *testing.T) {
	t.Parallel()
	type c = steelyard.Comparison
	tests := []struct {
		name      string
		c         c
		want, got string
		equal     bool
	}{
		{"tokens ignore white space", c{}, "1 2\n3\n", " 1\t2 3", true},
		{"tokens keep case", c{}, "Yes", "YES", false},
		{"tokens fold case", c{IgnoreCase: true}, "Yes", "YES", true},
		{"missing token", c{}, "1 2 3", "1 2", false},
		{"extra token", c{}, "1 2", "1 2 3", false},
		{"empty equals blank", c{}, "", "\n \n", true},
		{"byte order mark", c{}, "1", "\xef\xbb\xbf1", true},
		{"decimals are near", c{}, "0.3333333333", "0.3333330", true},
		{"decimals at the border", c{}, "0.1", "0.100001", true},
		{"decimals are far", c{}, "0.1", "0.1000011", false},
		{"relative", c{}, "1000000.0", "1000001", true},
		{"beyond relative", c{}, "1000000.0", "1000002", false},
		{"exponent", c{}, "1e6", "1000000", true},
		{"decimal against text", c{}, "1.5", "x", false},
		{"decimal against nan", c{}, "1.5", "nan", false},
		{"decimal against infinity", c{}, "1e308", "inf", false},
		{"integers are exact", c{}, "9007199254740993", "9007199254740992", false},
		{"an integer is no decimal", c{}, "3", "3.0000001", false},
		{"an integer is not rounded", c{}, "3", "3.0", false},
		{"leading zeros", c{}, "7", "007", true},
		{"plus sign", c{}, "7", "+7", true},
		{"minus zero", c{}, "0", "-0", true},
		{"signs differ", c{}, "-7", "7", false},
		{"a bit string is text", c{}, "0011", "11", false},
		{"big integers", c{}, strings.Repeat("9", 100), "0" + strings.Repeat("9", 100), true},
		{"nan equals nothing", c{}, "nan", "nan", false},
		{"NaN equals nothing", c{}, "NaN", "NaN", false},
		{"-nan equals nothing", c{}, "-nan", "-nan", false},
		{"Nan is a name", c{}, "Nan", "Nan", true},
		{"infinity is text", c{}, "inf", "inf", true},
		{"exact numbers", c{ExactNumbers: true}, "1.0", "1.00", false},
		{"exact numbers, zeros", c{ExactNumbers: true}, "7", "07", false},
		{"stated tolerance covers integers", c{Abs: 0.5}, "3", "3.4", true},
		{"stated tolerance, beyond", c{Abs: 0.5}, "3", "3.6", false},
		{"stated relative only", c{Rel: 1e-3}, "0", "0.0001", false},
		{"stated tolerance, text", c{Abs: 1}, "a", "b", false},
		{"overflowing numbers are text", c{}, "1e999", "1e999", true},
		{"overflow differs", c{}, "1e999", "1e998", false},
		{"space sensitive", c{SpaceSensitive: true}, "1 2\n", "1 2\n", true},
		{"space sensitive, inner", c{SpaceSensitive: true}, "1 2\n", "1  2\n", false},
		{"space sensitive, end", c{SpaceSensitive: true}, "1 2\n", "1 2", false},

		{"lines", c{Mode: "lines"}, "a b\nc\n", "a  b \nc", true},
		{"lines joined", c{Mode: "lines"}, "a b\nc\n", "a\nb c\n", false},
		{"lines, trailing blanks", c{Mode: "lines"}, "a\n", "a\n\n\n", true},
		{"lines, inner blank", c{Mode: "lines"}, "a\nb\n", "a\n\nb\n", false},
		{"lines, tolerance", c{Mode: "lines"}, "1.0\n2.0", "1\n2", true},
		{"lines, spaces count", c{Mode: "lines", SpaceSensitive: true}, "a b\nc", "a  b\nc", false},

		{"exact", c{Mode: "exact"}, "a\n", "a\n", true},
		{"exact, end", c{Mode: "exact"}, "a\n", "a", false},
		{"exact, nan", c{Mode: "exact"}, "nan", "nan", true},
		{"exact, case", c{Mode: "exact", IgnoreCase: true}, "aB\n", "Ab\n", true},

		{"floats", c{Mode: "floats"}, "3 x", "3.0000001 x", true},
		{"floats, nan", c{Mode: "floats"}, "nan", "nan", false},

		{"unordered lines", c{Mode: "unordered_lines"}, "a b\nc\n", "c\n\na  b\n", true},
		{"unordered lines, multiplicity", c{Mode: "unordered_lines"}, "a\na\nb\n", "a\nb\nb\n", false},
		{"unordered lines, order within", c{Mode: "unordered_lines"}, "a b\n", "b a\n", false},
		{"unordered lines, border moves", c{Mode: "unordered_lines"}, "ab c\n", "a bc\n", false},
		{"unordered lines, case", c{Mode: "unordered_lines", IgnoreCase: true}, "A\nb\n", "B\na\n", true},
		{"unordered lines, spaces count", c{Mode: "unordered_lines", SpaceSensitive: true}, "a b\nc\n", "c\na  b\n", false},

		{"sorted tokens", c{Mode: "sorted_tokens"}, "3 1 2", "1\n2\n3", true},
		{"sorted tokens, multiplicity", c{Mode: "sorted_tokens"}, "1 1 2", "1 2 2", false},
		{"sorted tokens, tolerance", c{Mode: "sorted_tokens"}, "2.0 1.0 x", "x 1.0000001 2", true},
		{"sorted tokens, integer and decimal", c{Mode: "sorted_tokens"}, "3 3.0", "3.0000001 3", true},
		{"sorted tokens, both needed", c{Mode: "sorted_tokens"}, "3 3.0", "3.0000001 3.0", false},
		{"sorted tokens, far", c{Mode: "sorted_tokens"}, "1.0 2.0", "1.0 2.1", false},
		{"sorted tokens, surplus text", c{Mode: "sorted_tokens"}, "1.0 a", "1.0 b", false},
		{"sorted tokens, short", c{Mode: "sorted_tokens"}, "1.0 a", "1.0", false},
		{"sorted tokens, nan", c{Mode: "sorted_tokens"}, "nan", "nan", false},

		{"yesno", c{Mode: "yesno"}, "YES\nNo\n", "yes no", true},
		{"yesno, wrong", c{Mode: "yesno"}, "YES", "no", false},
		{"yesno, other", c{Mode: "yesno"}, "YES", "maybe", false},
		{"yesno, short", c{Mode: "yesno"}, "YES NO", "yes", false},

		{"codecontests, case", c{Mode: "codecontests"}, "YES", "Yes", true},
		{"codecontests, absolute", c{Mode: "codecontests"}, "1", "1.000009", true},
		{"codecontests, beyond", c{Mode: "codecontests"}, "1", "1.00002", false},
		{"codecontests, doubles lose integers", c{Mode: "codecontests"}, "9007199254740992", "9007199254740993", true},
		{"codecontests, equal outputs first", c{Mode: "codecontests"}, "nan", "nan", true},
		{"codecontests, nan token", c{Mode: "codecontests"}, "nan", "nan\n", false},
		{"codecontests, infinity", c{Mode: "codecontests"}, "inf", "inf ", false},
		{"codecontests, hexadecimal is text", c{Mode: "codecontests"}, "0x10", "16", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if err := compare.CheckComparison(tt.c); err != nil {
				t.Fatal(err)
			}
			r := compare.Text(tt.c, []byte(tt.got), []byte(tt.want))
			if r.Equal != tt.equal || r.Fault != "" {
				t.Errorf("Text(%q, want %q) = %+v, want equal %v", tt.got, tt.want, r, tt.equal)
			}
			if r.Equal != (r.Diff == "") || strings.ContainsRune(r.Diff, '\n') {
				t.Errorf("diff %q with equal %v", r.Diff, r.Equal)
			}
		})
	}
}

func TestTextDiff(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 100)
	tests := []struct {
		mode, want, got, diff string
	}{
		{"tokens", "1 2\n3 4\n", "1 2\n3 5\n", `token 4 (line 2): expected "4", found "5"`},
		{"tokens", "1", "1 2", `token 2 (line 1): expected the end of the output, found "2"`},
		{"tokens", "1\n2\n", "1\n", `token 2 (line 2): expected "2", found the end of the output`},
		{"tokens", "a", long, `token 1 (line 1): expected "a", found "` + strings.Repeat("é", 24) + `"… (200 bytes)`},
		{"tokens", "a", "\x1b[31m\xff", `token 1 (line 1): expected "a", found "\x1b[31m\xff"`},
		{"lines", "a\nb\n", "a b\n", `white space before token 2 (line 1): expected "\n", found " "`},
		{"exact", "ab\ncd\n", "ab\nce\n", `byte 5 (line 2): expected "d\n", found "e\n"`},
		{"exact", "ab\n", "ab", `byte 3 (line 1): expected "\n", found the end of the output`},
		{"unordered_lines", "a\nb\n", "b\nc\n", `item 2: found "c", which is not expected or was found before`},
		{"unordered_lines", "a\nb\n", "b\n", `expected "a", not found among 1 items`},
		{"sorted_tokens", "1.0 2.0", "1.0 2.5", `number 2 in order of size: expected 2, found 2.5`},
		{"sorted_tokens", "1.0 b c", "1.0 b b", `found "b", which is not expected or was found before`},
		{"sorted_tokens", "1.0 a c", "1.0 d c", `expected "a", not found`},
	}
	for _, tt := range tests {
		if r := compare.Text(steelyard.Comparison{Mode: tt.mode}, []byte(tt.got), []byte(tt.want)); r.Diff != tt.diff {
			t.Errorf("%s, want %q, got %q:\n diff %s\n want %s", tt.mode, tt.want, tt.got, r.Diff, tt.diff)
		}
	}
}

func TestTextSeveralAnswers(t *testing.T) {
	t.Parallel()
	a, b := []byte("1"), []byte("2")
	if r := compare.Text(steelyard.Comparison{}, []byte("2"), a, b); !r.Equal {
		t.Errorf("the second answer is not accepted: %+v", r)
	}
	if r := compare.Text(steelyard.Comparison{}, []byte("3"), a, b); r.Equal || !strings.Contains(r.Diff, `expected "1"`) {
		t.Errorf("a third value: %+v", r)
	}
	if r := compare.Text(steelyard.Comparison{}, []byte("3")); r.Fault == "" {
		t.Errorf("no answer is no fault: %+v", r)
	}
	if r := compare.Text(steelyard.Comparison{Mode: "yesno"}, []byte("yes"), []byte("perhaps")); r.Fault == "" || r.Equal {
		t.Errorf("an answer that is not yes or no is no fault: %+v", r)
	}
}

func TestCheckComparison(t *testing.T) {
	t.Parallel()
	nan := 0.0
	nan /= nan
	for field, c := range map[string]steelyard.Comparison{
		"mode":            {Mode: "tokenz"},
		"abs":             {Abs: -1},
		"rel":             {Rel: 1},
		"exact_numbers":   {ExactNumbers: true, Abs: 1},
		"space_sensitive": {Mode: "sorted_tokens", SpaceSensitive: true},
	} {
		var fault *steelyard.InputError
		if err := compare.CheckComparison(c); !errors.As(err, &fault) || fault.Field != "program.compare."+field {
			t.Errorf("%+v: error %v, want one of field %s", c, err, field)
		}
	}
	for _, c := range []steelyard.Comparison{{Abs: nan}, {Rel: nan}, {Mode: "exact", Abs: 1}, {Mode: "unordered_lines", Rel: .1}} {
		if compare.CheckComparison(c) == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
}

func TestKattisFlags(t *testing.T) {
	t.Parallel()
	tests := []struct {
		flags, want, got string
		equal            bool
	}{
		{"", "Yes 1.0", "yes  1.0", true},
		{"", "1.0", "1.00", false},
		{"", "7", "07", false},
		{"case_sensitive", "Yes", "yes", false},
		{"space_change_sensitive", "a b", "a  b", false},
		{"float_tolerance 1e-2", "1", "1.005", true},
		{"float_tolerance 1e-2", "1 x", "1.005 X", true},
		{"float_absolute_tolerance 1e-2", "1000", "1000.02", false},
		{"float_relative_tolerance 1e-2", "1000", "1009", true},
		{"float_relative_tolerance 1e-2", "0", "0.001", false},
		{"float_tolerance 1e-2", "1", "nan", false},
	}
	for _, tt := range tests {
		c, err := compare.KattisFlags(tt.flags)
		if err != nil {
			t.Fatal(err)
		}
		if r := compare.Text(c, []byte(tt.got), []byte(tt.want)); r.Equal != tt.equal {
			t.Errorf("flags %q, want %q, got %q: %+v", tt.flags, tt.want, tt.got, r)
		}
	}
	for _, bad := range []string{"float_tolerance", "float_tolerance x", "float_tolerance -1", "what"} {
		var fault *steelyard.InputError
		if _, err := compare.KattisFlags(bad); !errors.As(err, &fault) {
			t.Errorf("flags %q: error %v", bad, err)
		}
	}
}

// An output equals itself in every mode unless it holds a not-a-number, order
// never matters to the unordered modes, and a dropped token always does.
func TestTextLaws(t *testing.T) {
	t.Parallel()
	token := rapid.StringMatching(`[a-c]{1,3}|-?[0-9]{1,4}|[0-9]{1,3}\.[0-9]{1,3}(e[0-9])?|0[01]{1,3}`)
	rapid.Check(t, func(rt *rapid.T) {
		tokens := rapid.SliceOfN(token, 1, 12).Draw(rt, "tokens")
		text := []byte(strings.Join(tokens, " ") + "\n")
		lines := []byte(strings.Join(tokens, "\n") + "\n")
		for _, mode := range []string{"tokens", "lines", "exact", "floats", "unordered_lines", "sorted_tokens", "codecontests"} {
			c := steelyard.Comparison{Mode: mode}
			for _, b := range [][]byte{text, lines} {
				if r := compare.Text(c, b, b); !r.Equal {
					rt.Fatalf("%s: %q does not equal itself: %+v", mode, b, r)
				}
			}
			if r := compare.Text(c, []byte(strings.Join(tokens[1:], "\n")), lines); r.Equal {
				rt.Fatalf("%s: %q equals itself without its first token", mode, lines)
			}
		}
		shuffled := rapid.Permutation(tokens).Draw(rt, "shuffled")
		for _, mode := range []string{"unordered_lines", "sorted_tokens"} {
			if r := compare.Text(steelyard.Comparison{Mode: mode}, []byte(strings.Join(shuffled, "\n")), lines); !r.Equal {
				rt.Fatalf("%s: order counts: %+v", mode, r)
			}
		}
	})
}

// The memory of a comparison does not grow with the outputs.
func TestTextMemory(t *testing.T) {
	big := bytes.Repeat([]byte("12345 0.5 abc\n"), 1<<16) // 0.9 MB, 200,000 tokens
	last := append(bytes.Clone(big), "x\n"...)
	for _, mode := range []string{"tokens", "lines", "exact", "unordered_lines", "yesno", "codecontests"} {
		c := steelyard.Comparison{Mode: mode}
		allocs := testing.AllocsPerRun(1, func() { compare.Text(c, big, big) })
		if allocs > 50 {
			t.Errorf("%s: %.0f allocations for equal outputs", mode, allocs)
		}
		if r := compare.Text(c, last, big); mode != "yesno" && r.Equal {
			t.Errorf("%s: a last line more is accepted", mode)
		}
	}
}

func BenchmarkText(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	var buf bytes.Buffer
	for buf.Len() < 16<<20 {
		fmt.Fprintf(&buf, "%d %.6f word\n", r.Int64(), r.Float64())
	}
	for _, mode := range []string{"tokens", "lines", "exact", "unordered_lines", "sorted_tokens", "codecontests"} {
		b.Run(mode, func(b *testing.B) {
			b.SetBytes(int64(buf.Len()))
			other := append(bytes.Clone(buf.Bytes()), '\n')
			for b.Loop() {
				compare.Text(steelyard.Comparison{Mode: mode}, other, buf.Bytes())
			}
		})
	}
}
