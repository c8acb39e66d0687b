package literal

import (
	"strings"
	"testing"
)

// Short expressions for what no memory holds are wrong, and found so at once.
func TestVastArguments(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"f([[0]*400000]*500000)", "f(str([[0]*400000]*500000))", "f([x for x in [[0]*400000] for _ in range(300000)])", "f(a=1, a=1)",
		"f([1]" + strings.Repeat(".copy()", 30000) + ")", "f(1" + strings.Repeat("+1", 100000) + ")", "f([1]" + strings.Repeat("[:]", 50000) + ")",
	} {
		if row, err := argumentRow(text); err == nil {
			t.Errorf("%.60s: %d bytes", text, len(row))
		}
	}
}
