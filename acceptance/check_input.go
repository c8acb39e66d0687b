package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"steelyard"
)

func inputChecks() []check {
	return []check{
		{"bad-input", "each fault of the input: exit 2 or an invalid task, with file, line, field and remedy", badInput},
		{"network-state", "a state folder on a network file system is refused with the remedy", networkState},
		{"huge-line", "a line of 1 GB is refused with file and line, in bounded memory", hugeLine},
		{"bad-line-kept", "rewards weighed before a bad line are written, and the repaired input resumes without weighing them again", keptBeforeFault},
		{"bad-line-skipped", "--on-bad-line skip goes on with an error record and exit 3", skippedLine},
	}
}

// The smallest task that can be weighed, and a rollout of it.
const (
	tinyTask = `{"type":"task","v":1,"id":"add","kind":"function","function":{"language":"python","entry_point":"add"},` +
		`"suite":{"checks":[{"call":{"args":[1,2],"expected":3}}]}}`
	tinyOutput = `def add(a, b):\n    return a + b\n`
)

func tinyRollout(id string) string {
	return `{"type":"rollout","v":1,"id":"` + id + `","task":"add","output":"` + tinyOutput + `"}`
}

// fault is one bad input: what its error must say.
type fault struct {
	name            string
	tasks, rollouts string // file contents
	// gz cuts the named file's gzip form in half.
	gz string
	// says are pieces that the message must hold, in any order.
	says []string
	// invalid: the task is invalid instead, and the reason says it.
	invalid bool
}

func faults() []fault {
	good := tinyRollout("a") + "\n" + tinyRollout("b") + "\n"
	return []fault{
		{name: "truncated gzip of tasks", tasks: strings.Repeat(tinyTask+"\n", 50), rollouts: good, gz: "tasks", says: []string{"tasks.jsonl.gz"}},
		{name: "truncated gzip of rollouts", tasks: tinyTask, rollouts: strings.Repeat(good, 50), gz: "rollouts", says: []string{"rollouts.jsonl.gz"}},
		{name: "broken JSON", tasks: tinyTask, rollouts: good + "{\"type\":\"rollout\",\"id\":\n" + good, says: []string{"rollouts.jsonl:3"}},
		{name: "unknown task", tasks: tinyTask, rollouts: good + strings.Replace(tinyRollout("c"), `"add"`, `"ad"`, 1), says: []string{"rollouts.jsonl:3", "task", `\"ad\"`}},
		{name: "duplicate rollout ids", tasks: tinyTask, rollouts: good + tinyRollout("a"), says: []string{"rollouts.jsonl:3", "id"}},
		{name: "duplicate task ids", tasks: tinyTask + "\n" + tinyTask, rollouts: good, says: []string{"tasks.jsonl:2", "id"}},
		{name: "invalid UTF-8", tasks: tinyTask, rollouts: good + strings.Replace(tinyRollout("c"), "return", "\xff\xfe", 1), says: []string{"rollouts.jsonl:3", "UTF-8"}},
		{name: "unknown kind", tasks: strings.Replace(tinyTask, `"function"`, `"functoin"`, 1), rollouts: good, says: []string{"tasks.jsonl:1", "kind"}},
		{name: "wrong type of a field", tasks: strings.Replace(tinyTask, `"id":"add"`, `"id":7`, 1), rollouts: good, says: []string{"tasks.jsonl:1", "id"}},
		{name: "task without checks", tasks: strings.Replace(tinyTask, `{"call":{"args":[1,2],"expected":3}}`, "", 1), rollouts: good, says: []string{"check"}, invalid: true},
	}
}

func badInput(ctx context.Context, e *engine) (string, error) {
	var errs []error
	n := 0
	for _, f := range faults() {
		if err := f.try(ctx, e); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", f.name, err))
			continue
		}
		n++
	}
	usage := [][]string{
		{"score", "--tasks", "/nonexistent.jsonl", "--gold"},
		{"score", "--from", "humanevl", "--tasks", e.data("humaneval.jsonl.gz"), "--gold"},
		{"score", "--tasks", e.data("humaneval.jsonl.gz"), "--gold", "--no-such-flag"},
	}
	for _, args := range usage {
		r, err := e.call(ctx, args...)
		if err != nil {
			return "", err
		}
		if r.code != 2 || strings.TrimSpace(r.stderr) == "" || len(r.stdout) != 0 {
			errs = append(errs, fmt.Errorf("%v: exit %d with %d bytes of output and message %.200q", args, r.code, len(r.stdout), r.stderr))
			continue
		}
		n++
	}
	return fmt.Sprintf("%d of %d faults named", n, len(faults())+len(usage)), errors.Join(errs...)
}

func (f fault) try(ctx context.Context, e *engine) error {
	dir := strings.ReplaceAll(f.name, " ", "-")
	write := func(kind, content string) (string, error) {
		if f.gz != kind {
			return e.writeFile(filepath.Join(dir, kind+".jsonl"), content)
		}
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		if _, err := io.WriteString(z, content); err != nil {
			return "", err
		}
		if err := z.Close(); err != nil {
			return "", err
		}
		return e.writeFile(filepath.Join(dir, kind+".jsonl.gz"), b.String()[:b.Len()/2])
	}
	tasks, err := write("tasks", f.tasks)
	if err != nil {
		return err
	}
	rollouts, err := write("rollouts", f.rollouts)
	if err != nil {
		return err
	}
	s, err := e.score(ctx, "--tasks", tasks, "--rollouts", rollouts)
	if err != nil {
		return err
	}
	message := s.stderr
	if f.invalid {
		if s.code != 3 || len(s.rewards) == 0 {
			return fmt.Errorf("exit %d with %d rewards: %.300s", s.code, len(s.rewards), s.stderr)
		}
		message = s.rewards[0].Reason
		if s.rewards[0].Outcome != steelyard.Invalid {
			return fmt.Errorf("outcome %q, want invalid", s.rewards[0].Outcome)
		}
	} else if s.code != 2 {
		return fmt.Errorf("exit %d, want 2: %.300s", s.code, s.stderr)
	}
	for _, piece := range f.says {
		if !strings.Contains(message, piece) {
			return fmt.Errorf("message does not say %q: %.300s", piece, message)
		}
	}
	return nil
}

// hugeLine pipes a rollout of 1 GB in and watches the memory of the engine.
func hugeLine(ctx context.Context, e *engine) (string, error) {
	const gigabyte = 1 << 30
	tasks, err := e.writeFile("huge/tasks.jsonl", tinyTask)
	if err != nil {
		return "", err
	}
	state, err := os.MkdirTemp(e.scratch, "state-")
	if err != nil {
		return "", err
	}
	var stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, e.binary, "score", "--format", "jsonl", "-q", "--state", state, "--tasks", tasks, "--rollouts", "-")
	cmd.Stdin = io.MultiReader(
		strings.NewReader(tinyRollout("a")+"\n"+`{"type":"rollout","v":1,"id":"b","task":"add","output":"`),
		io.LimitReader(letters{}, gigabyte),
		strings.NewReader("\"}\n"+tinyRollout("c")+"\n"))
	cmd.Stderr = &stderr
	start := time.Now()
	err = cmd.Run()
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok || exit.ExitCode() != 2 {
		return "", fmt.Errorf("want exit 2: %.300s: %w", stderr.String(), errors.Join(err, errors.New("wrong end")))
	}
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return "", errors.New("no resource usage of the engine")
	}
	megabytes := usage.Maxrss / 1024
	saw := fmt.Sprintf("exit 2 after %.1f s, peak memory %d MB", time.Since(start).Seconds(), megabytes)
	if megabytes > 300 {
		return saw, fmt.Errorf("peak memory %d MB, want at most 300", megabytes)
	}
	if !strings.Contains(stderr.String(), "2") {
		return saw, fmt.Errorf("message does not name line 2: %.300s", stderr.String())
	}
	return saw, nil
}

// letters is an endless run of the letter a.
type letters struct{}

func (letters) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'a'
	}
	return len(p), nil
}

func keptBeforeFault(ctx context.Context, e *engine) (string, error) {
	tasks, err := e.writeFile("kept/tasks.jsonl", tinyTask)
	if err != nil {
		return "", err
	}
	const before = 20
	var good strings.Builder
	for i := range before {
		good.WriteString(tinyRollout(fmt.Sprint("r", i)) + "\n")
	}
	rollouts, err := e.writeFile("kept/rollouts.jsonl", good.String()+"{broken\n")
	if err != nil {
		return "", err
	}
	state := filepath.Join(e.scratch, "kept/state")
	first, err := e.score(ctx, "--tasks", tasks, "--rollouts", rollouts, "--state", state)
	if err != nil {
		return "", err
	}
	if first.code != 2 || len(first.rewards) != before || first.summary != nil {
		return "", fmt.Errorf("bad input: exit %d, %d rewards, summary %v; want exit 2, %d rewards and no summary: %.300s",
			first.code, len(first.rewards), first.summary != nil, before, first.stderr)
	}
	if _, err := e.writeFile("kept/rollouts.jsonl", good.String()+tinyRollout("last")+"\n"); err != nil {
		return "", err
	}
	second, err := e.scoreAll(ctx, "--tasks", tasks, "--rollouts", rollouts, "--state", state)
	if err != nil {
		return "", fmt.Errorf("repaired input: %w", err)
	}
	if len(second.rewards) != before+1 || second.summary.Passed != before+1 {
		return "", fmt.Errorf("repaired input: %d rewards, %d passed, want %d", len(second.rewards), second.summary.Passed, before+1)
	}
	return fmt.Sprintf("%d rewards before the fault, %d after the repair", before, before+1), nil
}

func skippedLine(ctx context.Context, e *engine) (string, error) {
	tasks, err := e.writeFile("skip/tasks.jsonl", tinyTask)
	if err != nil {
		return "", err
	}
	rollouts, err := e.writeFile("skip/rollouts.jsonl", strings.Join([]string{
		tinyRollout("a"), "{broken", tinyRollout("b"), strings.Replace(tinyRollout("c"), `"add"`, `"nowhere"`, 1), tinyRollout("d"), "",
	}, "\n"))
	if err != nil {
		return "", err
	}
	s, err := e.score(ctx, "--tasks", tasks, "--rollouts", rollouts, "--on-bad-line", "skip")
	if err != nil {
		return "", err
	}
	saw := fmt.Sprintf("exit %d, %d rewards, %d error records", s.code, len(s.rewards), len(s.errors))
	if s.code != 3 || len(s.rewards) != 3 || len(s.errors) != 2 || s.summary == nil || s.summary.Skipped != 2 {
		return saw, fmt.Errorf("want exit 3, 3 rewards, 2 error records and a summary with 2 skipped: %.300s", s.stderr)
	}
	for i, line := range []int{2, 4} {
		r := s.errors[i]
		if r.Line != line || r.Error == "" || !strings.HasSuffix(r.File, "rollouts.jsonl") {
			return saw, fmt.Errorf("error record %+v does not name line %d of the rollouts", r, line)
		}
	}
	return saw, nil
}
