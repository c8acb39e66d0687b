package answer_test

import (
	"fmt"
	"strings"
	"testing"

	"steelyard"
	"steelyard/internal/grade/answer"
)

func TestFiles(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		names   string
		besides string
		want    string
	}{
		{"main.py a/b.py a/c.py .hidden ...", "data.txt order", ""},
		{"main.py", "main.py", ""},
		{"a a/b", "", "cannot both exist"},
		{"a/b/c a-b a", "", "cannot both exist"},
		{"order/x", "order", "cannot both exist"},
		{"data", "data/grid.txt", "cannot both exist"},
		{"../x", "", "leaves"}, {"/etc/passwd", "", "leaves"}, {".", "", "leaves"}, {"a/../b", "", "leaves"}, {"a//b", "", "leaves"}, {"..", "", "leaves"},
		{strings.Repeat("a", 256), "", "too long"},
		{strings.Repeat("a/", 600) + "b", "", "too long"},
		{strings.Repeat("a/", 70) + "b", "", "too deeply"},
		{"a\x00b", "", "not text"}, {"a\xffb", "", "not text"},
	} {
		files := map[string]steelyard.Blob{}
		for _, n := range strings.Fields(tt.names) {
			files[n] = steelyard.Text("x")
		}
		got := answer.Files(files, strings.Fields(tt.besides)...)
		if got == "" != (tt.want == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%.60q beside %q: %q, want %q", tt.names, tt.besides, got, tt.want)
		}
	}
	many := map[string]steelyard.Blob{"": steelyard.Text("x")}
	if answer.Files(many) == "" {
		t.Error("a file without a name is taken")
	}
	for i := range 10001 {
		many[fmt.Sprint(i)] = steelyard.Blob{}
	}
	delete(many, "")
	if answer.Files(many) == "" {
		t.Error("ten thousand and one files are taken")
	}
}
