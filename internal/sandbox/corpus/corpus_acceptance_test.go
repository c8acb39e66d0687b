//go:build acceptance

package corpus_test

import (
	"os"
	"testing"

	"steelyard/internal/sandbox/corpus"
	"steelyard/internal/sandbox/ns"
	"steelyard/internal/tree"
)

// TestAcceptanceCorpus runs every attack in one slot, one after the other.
func TestAcceptanceCorpus(t *testing.T) {
	ctx := t.Context()
	host, err := tree.New(ctx, tree.Config{Path: os.Getenv("PATH"), Home: os.Getenv("HOME"), StateDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	env, err := host.Env(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	state, err := os.MkdirTemp("/var/tmp", "steelyard-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(state) })
	b, err := ns.New(ns.Config{StateDir: state})
	if err != nil {
		t.Fatal(err)
	}
	s, err := b.Open(ctx, env.Mounts)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	for _, c := range corpus.Cases() {
		r := corpus.Run(ctx, s, c)
		switch {
		case !r.OK():
			t.Errorf("%s: %s %s", c.Name, r.Problem, r.After)
		case r.Skipped != "":
			t.Errorf("%s was not run: %s", c.Name, r.Skipped)
		case r.Broken != "":
			t.Errorf("%s broke the slot: %s", c.Name, r.Broken)
		}
		if r.Broken != "" || r.Observation.Outcome.Infra != nil {
			_ = s.Close()
			if s, err = b.Open(ctx, env.Mounts); err != nil {
				t.Fatal(err)
			}
		}
	}
}
