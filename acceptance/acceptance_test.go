package main

import (
	"strings"
	"testing"

	"steelyard"
)

func TestChecksAreNamedOnce(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, c := range checks() {
		if seen[c.name] || c.name == "" || c.promise == "" || c.run == nil {
			t.Errorf("check %q is incomplete or named twice", c.name)
		}
		seen[c.name] = true
	}
}

func TestParseStream(t *testing.T) {
	t.Parallel()
	const reward = `{"type":"reward","v":1,"task":"t","rollout":"a","reward":null,"outcome":"invalid"}` + "\n"
	const summary = `{"type":"summary","v":1,"scored":1,"invalid":1}` + "\n"
	const skipped = `{"type":"error","v":1,"file":"f","line":3,"error":"broken"}` + "\n"
	s, err := parseStream([]byte(reward + skipped + `{"type":"later","v":1}` + "\n" + summary))
	if err != nil {
		t.Fatal(err)
	}
	if len(s.rewards) != 1 || s.rewards[0].Outcome != steelyard.Invalid || s.rewards[0].Value != nil {
		t.Errorf("rewards: %+v", s.rewards)
	}
	if len(s.errors) != 1 || s.errors[0].Line != 3 {
		t.Errorf("errors: %+v", s.errors)
	}
	if s.summary == nil || s.summary.Scored != 1 {
		t.Errorf("summary: %+v", s.summary)
	}
	if s, err := parseStream([]byte(reward)); err != nil || s.summary != nil {
		t.Errorf("a cut stream: summary %v, error %v", s.summary, err)
	}
	for _, bad := range []string{"{", summary + reward} {
		if _, err := parseStream([]byte(bad)); err == nil {
			t.Errorf("parseStream(%q) gave no error", bad)
		}
	}
}

func TestReadCorpus(t *testing.T) {
	t.Parallel()
	const host = `{"type":"finding","v":1,"area":"sandbox","name":"tier","status":"ok","detail":"root+v1, kernel 6"}` + "\n"
	attack := func(name, status string) string {
		return `{"type":"finding","v":1,"area":"attack","name":"` + name + `","status":"` + status + `","detail":"seen"}` + "\n"
	}
	c, err := readCorpus(host + attack("fork bomb", "contained") + "noise of the console\n" + attack("symlink", "escaped"))
	if err != nil {
		t.Fatal(err)
	}
	if c.tier != "root+v1" || c.contained != 1 || len(c.escaped) != 1 {
		t.Errorf("corpus: %+v", c)
	}
	if c.fault(true) == nil {
		t.Error("an attack that was not contained is no fault")
	}
	for status, detail := range map[string]string{"skipped": "needs a compiler", "escaped": "want oom, got timeout (cpu)"} {
		let, err := readCorpus(strings.Repeat(attack("a", "contained"), minCorpus) + strings.ReplaceAll(attack("b", status), "seen", detail))
		if err != nil {
			t.Fatal(err)
		}
		if let.fault(true) != nil || let.fault(false) == nil {
			t.Errorf("%s, %s: in emulation %v, else %v", status, detail, let.fault(true), let.fault(false))
		}
	}
	if _, err := readCorpus(host); err == nil {
		t.Error("a run without attacks is no error")
	}
	if all := (corpus{contained: minCorpus - 1}); all.fault(true) == nil {
		t.Error("a corpus that was cut short is no fault")
	}
}

func TestTestlibCase(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text string
		ok   bool
	}{
		{`wcmp out=[1 2\n3] ans=[1 2 3\n] -> exit 0 ok 3 tokens`, true},
		{`wcmp out=[1 2] ans=[1 2 3] -> exit 0 ok`, false},
		{`nosuch out=[1] ans=[1] -> exit 0 ok`, false},
		{`wcmp 1 2`, false},
	} {
		if err := testlibCase(tt.text); (err == nil) != tt.ok {
			t.Errorf("testlibCase(%q) = %v", tt.text, err)
		}
	}
}

func TestRender(t *testing.T) {
	t.Parallel()
	s := &speed{Date: "2026-01-02"}
	s.Rows = append(s.Rows, speedRow{Name: "a|b", Unit: "ms", Ours: 0.5, Reference: 0.25, Ratio: 2, Budget: "<= 1"})
	a := &report{Engine: "steelyard 0", Checks: []result{{Name: "x", Passed: true, Saw: "164 of 164"}, {Name: "y", Error: "gone"}}}
	page := render(s, a)
	for _, want := range []string{`| a\|b | 0.5 ms | 0.25 | 2 | &lt;= 1 | **missed** |`, "1 passed, 1 failed", "164 of 164", "| gone (0 s) | **failed** |"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	if empty := render(nil, nil); !strings.Contains(empty, "make bench") || !strings.Contains(empty, "make acceptance") {
		t.Errorf("an empty page does not say how to fill it:\n%s", empty)
	}
}

func TestWrongVerdicts(t *testing.T) {
	t.Parallel()
	s := &stream{rewards: []steelyard.Reward{{Rollout: "g0", Outcome: steelyard.Pass}, {Rollout: "h1", Outcome: steelyard.Fail}}}
	if err := wrongVerdicts(s, 2, 1); err != nil {
		t.Errorf("right verdicts: %v", err)
	}
	s.rewards[1].Outcome = steelyard.Pass
	if wrongVerdicts(s, 2, 1) == nil {
		t.Error("a hostile rollout that passed is no fault")
	}
	s.rewards[1].Outcome, s.rewards[0].Outcome = steelyard.Fail, steelyard.NotJudged
	if wrongVerdicts(s, 2, 1) == nil {
		t.Error("a reference solution that was masked is no fault")
	}
	if wrongVerdicts(s, 3, 1) == nil {
		t.Error("a missing reward is no fault")
	}
}
