package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"steelyard"
)

// dataset is a public data set whose reference solutions must all be accepted
// and whose do-nothing candidates must all be rejected.
type dataset struct {
	name, format, file string
	size               int
	// invalid are the tasks that are broken as published.
	invalid []string
	// constant are the tasks whose result is the same for every input, so that
	// doing nothing is right.
	constant []string
}

func datasets() []dataset {
	return []dataset{
		{name: "humaneval", format: "humaneval", file: "humaneval.jsonl.gz", size: 164},
		{name: "mbpp", format: "mbpp", file: "mbpp.jsonl.gz", size: 974},
		{name: "mbpp-sanitized", format: "mbpp-sanitized", file: "mbpp_sanitized.json", size: 427},
		{
			name: "humaneval-x-js", format: "humaneval-x", file: "humaneval_js.jsonl.gz", size: 164,
			invalid: []string{"JavaScript/112", "JavaScript/155", "JavaScript/162"},
		},
		{name: "cruxeval-output", format: "cruxeval", file: "cruxeval.jsonl", size: 800},
		{
			// Their published inputs are no literals: a function twice, and a name.
			name: "cruxeval-input", format: "cruxeval-input", file: "cruxeval.jsonl", size: 800,
			invalid:  []string{"sample_258", "sample_344", "sample_364"},
			constant: []string{"sample_108", "sample_43", "sample_535"},
		},
	}
}

func dataChecks() []check {
	var out []check
	for _, d := range datasets() {
		promise := fmt.Sprintf("%s: every one of %d reference solutions accepted", d.file, d.size-len(d.invalid))
		if len(d.invalid) > 0 {
			promise += fmt.Sprintf(", %s named invalid with the reason", strings.Join(d.invalid, ", "))
		}
		promise += "; a do-nothing candidate never"
		if len(d.constant) > 0 {
			promise += fmt.Sprintf(" but on %s, where every input gives the same", strings.Join(d.constant, ", "))
		}
		out = append(out, check{d.name, promise, d.run})
	}
	return append(out, check{"same-bytes", "two runs with --ordered --stable give the same bytes, with 1 worker and with 4", sameBytes})
}

func (d dataset) run(ctx context.Context, e *engine) (string, error) {
	input := []string{"--from", d.format, "--tasks", e.data(d.file)}
	gold, err := e.scoreCode(ctx, d.exitCode(), append(input, "--gold")...)
	if err != nil {
		return "", fmt.Errorf("reference solutions: %w", err)
	}
	null, err := e.scoreAll(ctx, append(input, "--null")...)
	if err != nil {
		return "", fmt.Errorf("do-nothing candidates: %w", err)
	}
	g, n := gold.outcomes(), null.outcomes()
	saw := fmt.Sprintf("gold %d of %d pass, %d invalid; null %d of %d pass; %.0f/s",
		g[steelyard.Pass], len(gold.rewards), g[steelyard.Invalid], n[steelyard.Pass], len(null.rewards), float64(len(gold.rewards))/gold.took.Seconds())

	var errs []error
	if len(gold.rewards) != d.size || len(null.rewards) != d.size {
		errs = append(errs, fmt.Errorf("%d and %d rewards, want %d each", len(gold.rewards), len(null.rewards), d.size))
	}
	if g[steelyard.Pass] != d.size-len(d.invalid) {
		errs = append(errs, fmt.Errorf("%d reference solutions accepted, want %d; not accepted:%s", g[steelyard.Pass], d.size-len(d.invalid), gold.others(steelyard.Pass)))
	}
	if passed := null.tasks(steelyard.Pass); !slices.Equal(passed, d.constant) {
		errs = append(errs, fmt.Errorf("do-nothing candidates accepted: %v, want %v", passed, d.constant))
	}
	if masked := n[steelyard.NotJudged] + g[steelyard.NotJudged]; masked != 0 {
		errs = append(errs, fmt.Errorf("%d rollouts masked", masked))
	}
	for i := range gold.rewards {
		r := &gold.rewards[i]
		if r.Outcome != steelyard.Invalid {
			continue
		}
		if r.Reason == "" {
			errs = append(errs, fmt.Errorf("%s is invalid without a reason", r.Task))
		}
		if r.Value != nil {
			errs = append(errs, fmt.Errorf("%s is invalid and has reward %v", r.Task, *r.Value))
		}
	}
	if invalid := gold.tasks(steelyard.Invalid); !slices.Equal(invalid, d.invalid) {
		errs = append(errs, fmt.Errorf("invalid tasks: %v, want %v", invalid, d.invalid))
	}
	return saw, errors.Join(errs...)
}

// exitCode is what weighing the reference solutions must end with: lines without
// a reward are no success.
func (d dataset) exitCode() int {
	if len(d.invalid) > 0 {
		return 3
	}
	return 0
}

// sameBytes compares whole outputs of runs that share nothing.
func sameBytes(ctx context.Context, e *engine) (string, error) {
	input := []string{"--from", "humaneval", "--tasks", e.data("humaneval.jsonl.gz"), "--gold", "--ordered", "--stable"}
	var first []byte
	for _, workers := range []string{"1", "4"} {
		s, err := e.scoreAll(ctx, append(input, "-j", workers)...)
		if err != nil {
			return "", err
		}
		if first == nil {
			first = s.stdout
			continue
		}
		if !bytes.Equal(first, s.stdout) {
			return "", fmt.Errorf("outputs differ: %s", firstDifference(first, s.stdout))
		}
	}
	return fmt.Sprintf("%d bytes twice", len(first)), nil
}

func firstDifference(a, b []byte) string {
	as, bs := bytes.Split(a, []byte("\n")), bytes.Split(b, []byte("\n"))
	for i := range min(len(as), len(bs)) {
		if !bytes.Equal(as[i], bs[i]) {
			return fmt.Sprintf("line %d: %.300s | %.300s", i+1, as[i], bs[i])
		}
	}
	return fmt.Sprintf("%d and %d lines", len(as), len(bs))
}
