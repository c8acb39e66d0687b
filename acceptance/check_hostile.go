package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

func hostileChecks() []check {
	return []check{
		{"sandbox-corpus", "every attack of the sandbox corpus contained, and the next run in the same slot unaffected", sandboxCorpus},
	}
}

// corpus is what `doctor --format jsonl` says of the attack corpus.
type corpus struct {
	tier      string
	contained int
	escaped   []string
}

func (c corpus) String() string {
	return fmt.Sprintf("%d of %d attacks contained on tier %q", c.contained, c.contained+len(c.escaped), c.tier)
}

// minCorpus is how many cases the corpus has at least: fewer means that the run
// was cut short.
const minCorpus = 40

func (c corpus) fault() error {
	switch {
	case len(c.escaped) > 0:
		return fmt.Errorf("not contained: %s", strings.Join(c.escaped, "; "))
	case c.contained < minCorpus:
		return fmt.Errorf("only %d cases, want at least %d", c.contained, minCorpus)
	}
	return nil
}

func readCorpus(text string) (corpus, error) {
	var c corpus
	for line := range strings.Lines(text) {
		var r struct {
			Type   string `json:"type"`
			Area   string `json:"area"`
			Name   string `json:"name"`
			Status string `json:"status"`
			Detail string `json:"detail"`
		}
		if json.Unmarshal([]byte(line), &r) != nil || r.Type != "finding" {
			continue
		}
		switch {
		case r.Area == "sandbox" && r.Name == "tier":
			c.tier, _, _ = strings.Cut(r.Detail, ",")
		case r.Area == "attack" && r.Status == "contained":
			c.contained++
		case r.Area == "attack", r.Status == "failed":
			c.escaped = append(c.escaped, r.Name+": "+r.Status+" "+r.Detail)
		}
	}
	if c.contained+len(c.escaped) == 0 {
		return c, errors.New("no attack findings")
	}
	return c, nil
}

func sandboxCorpus(ctx context.Context, e *engine) (string, error) {
	r, err := e.call(ctx, "doctor", "--format", "jsonl")
	if err != nil {
		return "", err
	}
	c, err := readCorpus(string(r.stdout))
	if err != nil {
		return "", fmt.Errorf("exit %d: %w: %.400s", r.code, err, r.stderr)
	}
	return c.String(), c.fault()
}
