package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"steelyard"
)

// engine is the binary under test and where its inputs are.
type engine struct {
	binary  string
	shared  string
	scratch string
	version string
	long    bool
}

// data returns the path of a public data set.
func (e *engine) data(name string) string { return filepath.Join(e.shared, "data", name) }

// ran is one call of the binary.
type ran struct {
	code   int
	stdout []byte
	stderr string
	took   time.Duration
}

// call runs the binary; an exit code is not an error.
func (e *engine) call(ctx context.Context, args ...string) (ran, error) {
	return runProgram(ctx, "", e.binary, args...)
}

func runProgram(ctx context.Context, stdin, program string, args ...string) (ran, error) {
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Stdin = strings.NewReader(stdin)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	start := time.Now()
	err := cmd.Run()
	r := ran{stdout: stdout.Bytes(), stderr: stderr.String(), took: time.Since(start)}
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		r.code = exit.ExitCode()
		if r.code < 0 {
			return r, fmt.Errorf("%s %s: %w", filepath.Base(program), strings.Join(args, " "), err)
		}
		return r, nil
	}
	return r, err
}

func (e *engine) askVersion(ctx context.Context) (string, error) {
	r, err := e.call(ctx, "version")
	if err != nil || r.code != 0 {
		return "", fmt.Errorf("ask %s for its version: exit %d: %w; build it with `make build`", e.binary, r.code, err)
	}
	first, _, _ := strings.Cut(string(r.stdout), "\n")
	return first, nil
}

// stream is what a scoring run wrote.
type stream struct {
	ran
	rewards []steelyard.Reward
	errors  []steelyard.ErrorRecord
	// summary is nil when the stream was cut.
	summary *steelyard.Summary
}

// score runs `steelyard score` with a state folder of its own unless the
// arguments name one, and reads its records.
func (e *engine) score(ctx context.Context, args ...string) (*stream, error) {
	return e.scoreInput(ctx, "", args...)
}

func (e *engine) scoreInput(ctx context.Context, stdin string, args ...string) (*stream, error) {
	all := append([]string{"score", "--format", "jsonl", "-q"}, args...)
	if !contains(args, "--state") {
		state, err := os.MkdirTemp(e.scratch, "state-")
		if err != nil {
			return nil, err
		}
		defer func() { _ = os.RemoveAll(state) }()
		all = append(all, "--state", state)
	}
	r, err := runProgram(ctx, stdin, e.binary, all...)
	if err != nil {
		return nil, fmt.Errorf("%w: %.400s", err, r.stderr)
	}
	s, err := parseStream(r.stdout)
	if err != nil {
		return nil, err
	}
	s.ran = r
	return s, nil
}

// scoreAll is score for runs that must end with exit code 0 and a summary.
func (e *engine) scoreAll(ctx context.Context, args ...string) (*stream, error) {
	return e.scoreCode(ctx, 0, args...)
}

// scoreCode is score for runs that must end with an exit code and a summary.
func (e *engine) scoreCode(ctx context.Context, code int, args ...string) (*stream, error) {
	s, err := e.score(ctx, args...)
	if err != nil {
		return nil, err
	}
	if s.code != code {
		return s, fmt.Errorf("exit code %d, want %d: %.400s; outcomes %v", s.code, code, s.stderr, s.outcomes())
	}
	if s.summary == nil {
		return s, errors.New("the stream has no summary")
	}
	return s, nil
}

func parseStream(data []byte) (*stream, error) {
	s := &stream{}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 64<<20)
	for n := 1; lines.Scan(); n++ {
		var head struct {
			Type string `json:"type"`
		}
		if err := json.Unmarshal(lines.Bytes(), &head); err != nil {
			return nil, fmt.Errorf("line %d of the output: %w: %.200s", n, err, lines.Bytes())
		}
		if s.summary != nil {
			return nil, fmt.Errorf("line %d of the output follows the summary", n)
		}
		var into any
		switch head.Type {
		case "reward":
			s.rewards = append(s.rewards, steelyard.Reward{})
			into = &s.rewards[len(s.rewards)-1]
		case "error":
			s.errors = append(s.errors, steelyard.ErrorRecord{})
			into = &s.errors[len(s.errors)-1]
		case "summary":
			s.summary = &steelyard.Summary{}
			into = s.summary
		default:
			continue
		}
		if err := json.Unmarshal(lines.Bytes(), into); err != nil {
			return nil, fmt.Errorf("line %d of the output: %w", n, err)
		}
	}
	return s, lines.Err()
}

// outcomes counts the outcomes of a stream's rewards.
func (s *stream) outcomes() map[steelyard.VerdictOutcome]int {
	out := map[steelyard.VerdictOutcome]int{}
	for i := range s.rewards {
		out[s.rewards[i].Outcome]++
	}
	return out
}

// tasks lists the tasks whose reward has an outcome, sorted.
func (s *stream) tasks(outcome steelyard.VerdictOutcome) []string {
	var out []string
	for i := range s.rewards {
		if s.rewards[i].Outcome == outcome {
			out = append(out, s.rewards[i].Task)
		}
	}
	slices.Sort(out)
	return out
}

// others lists the rewards that have another outcome, for a failure message.
func (s *stream) others(want steelyard.VerdictOutcome) string {
	var b strings.Builder
	n := 0
	for i := range s.rewards {
		r := &s.rewards[i]
		if r.Outcome == want {
			continue
		}
		if n++; n > 8 {
			b.WriteString(" …")
			break
		}
		fmt.Fprintf(&b, " %s=%s/%s", r.Task, r.Outcome, r.Cause)
	}
	return b.String()
}

func contains(args []string, want string) bool {
	for _, a := range args {
		if a == want || strings.HasPrefix(a, want+"=") {
			return true
		}
	}
	return false
}

// writeFile writes an input of a check below the scratch folder.
func (e *engine) writeFile(name, content string) (string, error) {
	path := filepath.Join(e.scratch, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return "", err
	}
	return path, os.WriteFile(path, []byte(content), 0o644)
}

// writeRecords writes one JSON value a line.
func (e *engine) writeRecords(name string, records ...any) (string, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, r := range records {
		if err := enc.Encode(r); err != nil {
			return "", err
		}
	}
	return e.writeFile(name, b.String())
}
