package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"steelyard"
	"steelyard/acceptance/attacks"
)

func hostileChecks() []check {
	return []check{
		{"attacks", "the attacks against graders, among them the 36 of the published matrix, in data-row and tester mode: none rewarded but special-casing of visible inputs", attackGraders},
		{"sandbox-corpus", "every attack of the sandbox corpus contained, and the next run in the same slot unaffected", sandboxCorpus},
	}
}

// corpus is what `doctor --format jsonl` says of the attack corpus.
type corpus struct {
	tier      string
	contained int
	// late were ended by a time limit before the limit that they are about: no
	// escape, but no proof either, except on a machine in emulation.
	late    []string
	skipped []string
	escaped []string
}

func (c corpus) String() string {
	s := fmt.Sprintf("%d of %d attacks contained on tier %q", c.contained, c.contained+len(c.late)+len(c.skipped)+len(c.escaped), c.tier)
	if len(c.late) > 0 {
		s += fmt.Sprintf(", %d ended by a time limit first", len(c.late))
	}
	if len(c.skipped) > 0 {
		s += fmt.Sprintf(", %d skipped for want of a tool", len(c.skipped))
	}
	return s
}

// minCorpus is how many cases must be contained at least: fewer means that the
// run was cut short.
const minCorpus = 40

// fault says what was not kept. On an emulated machine without compilers,
// attacks that time ended or that need a compiler are let off.
func (c corpus) fault(emulated bool) error {
	bad := c.escaped
	if !emulated {
		bad = slices.Concat(bad, c.late, c.skipped)
	}
	switch {
	case len(bad) > 0:
		return fmt.Errorf("not contained: %s", strings.Join(bad, "; "))
	case c.contained < minCorpus:
		return fmt.Errorf("only %d cases contained, want at least %d", c.contained, minCorpus)
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
		// A console puts its own characters before the first line.
		_, object, _ := strings.Cut(line, "{")
		if json.Unmarshal([]byte("{"+object), &r) != nil || r.Type != "finding" {
			continue
		}
		said := r.Name + ": " + r.Status + " " + r.Detail
		switch {
		case r.Area == "sandbox" && r.Name == "tier":
			c.tier, _, _ = strings.Cut(r.Detail, ",")
		case r.Area == "attack" && r.Status == "contained":
			c.contained++
		case r.Area == "attack" && r.Status == "skipped":
			c.skipped = append(c.skipped, said)
		case r.Area == "attack" && tookTooLong(r.Detail):
			c.late = append(c.late, said)
		case r.Area == "attack", r.Status == "failed":
			c.escaped = append(c.escaped, said)
		}
	}
	if c.contained+len(c.escaped)+len(c.late) == 0 {
		return c, errors.New("no attack findings")
	}
	return c, nil
}

// tookTooLong reports whether all that is wrong is that a time limit came first.
func tookTooLong(detail string) bool {
	return strings.Contains(detail, "timeout (wall)") || strings.Contains(detail, "timeout (cpu)") || strings.Contains(detail, "the limit allows")
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
	return c.String(), c.fault(false)
}

// attackGraders weighs the catalogue of attacks and compares every outcome with
// what the rollout deserves.
func attackGraders(ctx context.Context, e *engine) (string, error) {
	catalogue, err := attacks.Catalogue()
	if err != nil {
		return "", err
	}
	tasks, err := e.writeFile("attacks/tasks.jsonl", string(attacks.Tasks()))
	if err != nil {
		return "", err
	}
	rollouts, err := e.writeFile("attacks/rollouts.jsonl", string(attacks.Rollouts()))
	if err != nil {
		return "", err
	}
	s, err := e.score(ctx, "--tasks", tasks, "--rollouts", rollouts)
	if err != nil {
		return "", err
	}
	var errs []error
	if s.code != 0 || s.summary == nil {
		errs = append(errs, fmt.Errorf("exit code %d: %.300s", s.code, s.stderr))
	}
	matrix, special, controls, rejected := map[string]bool{}, map[string]bool{}, 0, 0
	for i := range s.rewards {
		r := &s.rewards[i]
		a, ok := catalogue[r.Rollout]
		_, name, _ := strings.Cut(r.Rollout, "/")
		switch {
		case !ok:
			errs = append(errs, fmt.Errorf("%s is not in the catalogue", r.Rollout))
		case string(r.Outcome) != a.Expected.Outcome:
			errs = append(errs, fmt.Errorf("%s (%s, %s): %s %s (%s), deserves %s", r.Rollout, a.ID, a.Note, r.Outcome, r.Cause, r.Reason, a.Expected.Outcome))
		case a.Expected.Outcome == string(steelyard.Fail):
			rejected++
		case a.ID == "-":
			controls++
		default:
			special[name] = true
		}
		if ok && a.Matrix {
			matrix[name] = true
		}
	}
	saw := fmt.Sprintf("%d attacks on %d tasks, %d of the matrix; %d rejected, %d honest controls accepted; accepted as special-casing: %s",
		len(s.rewards), strings.Count(string(attacks.Tasks()), "\n"), len(matrix), rejected, controls, strings.Join(slices.Sorted(maps.Keys(special)), ", "))
	if len(s.rewards) != len(catalogue) {
		errs = append(errs, fmt.Errorf("%d rewards for %d attacks", len(s.rewards), len(catalogue)))
	}
	if len(matrix) < 36 {
		errs = append(errs, fmt.Errorf("%d attacks of the matrix, want 36", len(matrix)))
	}
	return saw, errors.Join(errs...)
}
