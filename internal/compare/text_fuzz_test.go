package compare_test

import (
	"strings"
	"testing"

	"steelyard"
	"steelyard/internal/compare"
)

// FuzzText feeds outputs that nobody would write: a comparison never panics, and
// it either accepts or says in one line why not.
func FuzzText(f *testing.F) {
	f.Add("1 2.5e3\n", "1\t2500\r\n", uint8(0), false)
	f.Add("nan -0 +1 .5 5. 1e", "NaN 0 1 0.5 5 1e", uint8(5), true)
	f.Add("\xff\x00 \v\f", "\xef\xbb\xbf", uint8(4), true)
	modes := []string{"tokens", "lines", "exact", "floats", "unordered_lines", "sorted_tokens", "yesno", "codecontests"}
	f.Fuzz(func(t *testing.T, answer, output string, mode uint8, option bool) {
		c := steelyard.Comparison{Mode: modes[int(mode)%len(modes)], IgnoreCase: option}
		switch {
		case option && mode >= 128 && c.Mode == "tokens":
			c.Abs, c.Rel = 0.5, 0.01
		case option && mode >= 128 && c.Mode != "sorted_tokens":
			c.SpaceSensitive = true
		}
		if err := compare.CheckComparison(c); err != nil {
			t.Fatal(err)
		}
		r := compare.Text(c, []byte(output), []byte(answer))
		if r.Fault == "" && r.Equal != (r.Diff == "") {
			t.Errorf("%+v", r)
		}
		if strings.ContainsAny(r.Diff, "\n\r") || len(r.Diff) > 1000 {
			t.Errorf("difference is not one short line: %q", r.Diff)
		}
		if again := compare.Text(c, []byte(output), []byte(answer)); again != r {
			t.Errorf("%+v, then %+v", r, again)
		}
	})
}
