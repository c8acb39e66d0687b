package program_test

import (
	"testing"

	"steelyard"
	"steelyard/internal/grade/program"
)

// golden pins the digest of what each version of the grader makes of the corpus:
// the steps it asks for and the verdicts it gives. When this test fails, either
// the change was not meant, or the grader needs a new version.
const (
	goldenVersion = "program@1"
	goldenDigest  = steelyard.Digest("sha256:47bc70ede2b04f27993d690d5dbf459144f71024bfebdd109b76c2354343c435")
)

func TestGolden(t *testing.T) {
	t.Parallel()
	if program.Name != goldenVersion {
		t.Fatalf("the corpus is pinned for %s, the grader is %s: pin its digest", goldenVersion, program.Name)
	}
	type made struct {
		Case    string
		Steps   []steelyard.Step
		Verdict steelyard.Verdict
	}
	var all []made
	g := program.New()
	for _, c := range verdictCases() {
		in := input(c.task, c.out)
		v, err := g.Verdict(in, c.seen)
		if err != nil {
			t.Fatal(err)
		}
		steps, err := g.Next(in, c.seen)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, made{c.name, steps, v})
	}
	for _, lang := range steelyard.Languages() {
		for _, seen := range [][]steelyard.Observation{nil, {compiled("compile")}} {
			steps, err := g.Next(input(task(1), text(lang, "x")), seen)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, made{Case: lang, Steps: steps})
		}
	}
	got, err := steelyard.DigestJSON(all)
	if err != nil {
		t.Fatal(err)
	}
	if got != goldenDigest {
		t.Errorf("the behaviour of %s changed: digest %s, pinned %s", program.Name, got, goldenDigest)
	}
}
