package literal

import "testing"

// Short expressions for what no memory holds are wrong, and found so at once.
func TestVastArguments(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"f([[0]*400000]*500000)", "f(str([[0]*400000]*500000))", "f([x for x in [[0]*400000] for _ in range(300000)])", "f(a=1, a=1)",
	} {
		if row, err := argumentRow(text); err == nil {
			t.Errorf("%s: %d bytes", text, len(row))
		}
	}
}
