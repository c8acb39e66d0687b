//go:build acceptance

package compare_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"steelyard"
	"steelyard/internal/compare"
)

type graderVectors struct {
	Testlib struct {
		Cases []string `json:"cases"`
	} `json:"testlib_checkers"`
	CodeContests struct {
		Cases []struct {
			A         string `json:"a"`
			B         string `json:"b"`
			Reference bool   `json:"reference"`
			Right     *bool  `json:"right"`
			Alone     *bool  `json:"values_match_alone"`
		} `json:"cases"`
	} `json:"codecontests_token_compare"`
}

func readVectors(t *testing.T) graderVectors {
	t.Helper()
	shared := os.Getenv("STEELYARD_SHARED")
	if shared == "" {
		shared = filepath.Join("..", "..", "..", "shared")
	}
	b, err := os.ReadFile(filepath.Join(shared, "vectors", "grader-vectors.json"))
	if err != nil {
		t.Fatal(err)
	}
	var v graderVectors
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestAcceptanceTestlibCheckers(t *testing.T) {
	t.Parallel()
	form := regexp.MustCompile(`^(\w+) out=\[(.*?)\] ans=\[(.*?)\] -> exit (\d)`)
	unescape := strings.NewReplacer(`\n`, "\n")
	cases := readVectors(t).Testlib.Cases
	if len(cases) != 26 {
		t.Errorf("%d cases, want 26", len(cases))
	}
	for _, c := range cases {
		m := form.FindStringSubmatch(c)
		if m == nil {
			t.Errorf("vector %q has an unknown form", c)
			continue
		}
		check, ok := compare.Testlib(m[1])
		if !ok {
			t.Errorf("no checker %s", m[1])
			continue
		}
		want, _ := strconv.Atoi(m[4])
		if got, message := check([]byte(unescape.Replace(m[3])), []byte(unescape.Replace(m[2]))); int(got) != want {
			t.Errorf("%s: exit %d (%s)", c, got, message)
		}
	}
}

func TestAcceptanceCodeContests(t *testing.T) {
	t.Parallel()
	for _, c := range readVectors(t).CodeContests.Cases {
		reference := steelyard.Comparison{Mode: steelyard.CompareCodeContests}
		if r := compare.Text(reference, []byte(c.A), []byte(c.B)); r.Equal != c.Reference {
			t.Errorf("%q, %q: %+v, want %v", c.A, c.B, r, c.Reference)
		}
		if c.Right != nil {
			if r := compare.Text(steelyard.Comparison{}, []byte(c.A), []byte(c.B)); r.Equal != *c.Right {
				t.Errorf("tokens: %q, %q: %+v, want %v", c.A, c.B, r, *c.Right)
			}
		}
		if c.Alone != nil {
			// White space that differs takes whole-output equality away.
			if r := compare.Text(reference, []byte(c.A+" "), []byte(c.B)); r.Equal != *c.Alone {
				t.Errorf("values alone: %q, %q: %+v, want %v", c.A, c.B, r, *c.Alone)
			}
		}
	}
}
