package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"steelyard"
)

func tierChecks() []check {
	return []check{
		{"user", "an ordinary user without any privilege: doctor names the tier, reference solutions pass, do-nothing candidates fail", asUser},
		{"container", "root of a container with podman's default profile and no network: the same", inContainer},
		{"machine-humaneval", "the same machine: reference solutions pass, do-nothing candidates fail", humanEvalInMachine},
		{"machine-v2", "a machine with cgroup v2 and all controllers: the tier says so, the attack corpus is contained, memory and pids limits hold", inMachine},
	}
}

// tierSize is how many HumanEval tasks a tier weighs.
const tierSize = 40

// parcel is a folder that an ordinary user and a container can read: the binary
// and the tasks.
func (e *engine) parcel() (dir string, err error) {
	if dir, err = os.MkdirTemp("", "acceptance-"); err != nil {
		return "", err
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		return "", err
	}
	for from, to := range map[string]string{e.binary: "steelyard", e.data("humaneval.jsonl.gz"): "tasks.jsonl.gz"} {
		data, err := os.ReadFile(from)
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(dir, to), data, 0o755); err != nil {
			return "", err
		}
	}
	return dir, nil
}

// tier runs the binary somewhere else: launch is what starts a shell line there.
func tier(ctx context.Context, launch []string, binary, tasks, state string) (string, error) {
	run := func(args ...string) (ran, error) {
		return runProgram(ctx, "", launch[0], append(append(launch[1:len(launch):len(launch)], binary), args...)...)
	}
	score := func(what string) (*stream, error) {
		r, err := run("score", "--from", "humaneval", "--tasks", tasks, what, "--limit", strconv.Itoa(tierSize), "--format", "jsonl", "-q", "--state", state+what)
		if err != nil {
			return nil, fmt.Errorf("%w: %.600s", err, r.stderr)
		}
		s, err := parseStream(r.stdout)
		if err != nil {
			return nil, fmt.Errorf("%w: %.600s", err, r.stderr)
		}
		if r.code != 0 || s.summary == nil {
			return nil, fmt.Errorf("score %s: exit %d: %.600s", what, r.code, r.stderr)
		}
		return s, nil
	}
	gold, err := score("--gold")
	if err != nil {
		return "", err
	}
	null, err := score("--null")
	if err != nil {
		return "", err
	}
	name, err := tierOf(gold)
	if err != nil {
		return "", err
	}
	saw := fmt.Sprintf("tier %q; gold %d of %d pass, null %d of %d", name, gold.outcomes()[steelyard.Pass], len(gold.rewards), null.outcomes()[steelyard.Pass], len(null.rewards))
	if gold.outcomes()[steelyard.Pass] != tierSize || null.outcomes()[steelyard.Pass] != 0 {
		return saw, fmt.Errorf("want %d and 0 passes; not accepted:%s", tierSize, gold.others(steelyard.Pass))
	}
	return saw, nil
}

// tierOf returns the one tier that a stream's rewards name.
func tierOf(s *stream) (string, error) {
	name := ""
	for i := range s.rewards {
		m := s.rewards[i].Measure
		switch {
		case m == nil || m.Tier == "":
			return "", fmt.Errorf("the reward of %s names no tier", s.rewards[i].Task)
		case name == "":
			name = m.Tier
		case name != m.Tier:
			return "", fmt.Errorf("two tiers in one run: %s and %s", name, m.Tier)
		}
	}
	return name, nil
}

func asUser(ctx context.Context, e *engine) (string, error) {
	dir, err := e.parcel()
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	home := filepath.Join(dir, "home")
	return tier(ctx, []string{"acceptance/tiers/user", home}, filepath.Join(dir, "steelyard"), filepath.Join(dir, "tasks.jsonl.gz"), filepath.Join(home, "state"))
}

func inContainer(ctx context.Context, e *engine) (string, error) {
	if err := prepareTiers(ctx); err != nil {
		return "", err
	}
	dir, err := e.parcel()
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	return tier(ctx, []string{"acceptance/tiers/container", "-v", dir + ":/opt/acceptance", "--"}, "/opt/acceptance/steelyard", "/opt/acceptance/tasks.jsonl.gz", "/tmp/state")
}

func prepareTiers(ctx context.Context) error {
	out, err := exec.CommandContext(ctx, "acceptance/tiers/prepare").CombinedOutput()
	if err != nil {
		return fmt.Errorf("prepare the tiers: %w: %.1000s", err, out)
	}
	return nil
}

// inMachine boots a virtual machine, in which everything runs about ten times
// slower: the limits of the tasks are longer there.
func inMachine(ctx context.Context, e *engine) (string, error) {
	if err := prepareTiers(ctx); err != nil {
		return "", err
	}
	tasks, rollouts, err := e.machineTasks()
	if err != nil {
		return "", err
	}
	outputs, err := machine(ctx, map[string]string{e.binary: "usr/local/bin/steelyard", tasks: "root/tasks.jsonl", rollouts: "root/rollouts.jsonl"},
		"steelyard doctor --format jsonl",
		"steelyard score --tasks tasks.jsonl --rollouts rollouts.jsonl --format jsonl -q --state /tmp/state")
	if err != nil {
		return "", err
	}
	corpus, err := readCorpus(outputs[0].text)
	if err != nil {
		return "", fmt.Errorf("doctor: %w: %.600s", err, outputs[0].text)
	}
	s, err := parseStream(outputs[1].records())
	if err != nil || outputs[1].code != 0 {
		return "", fmt.Errorf("score: exit %d, %w: %.600s", outputs[1].code, err, outputs[1].text)
	}
	name, err := tierOf(s)
	if err != nil {
		return "", err
	}
	saw := fmt.Sprintf("tier %q; %s", name, corpus.String())
	errs := []error{corpus.fault(true)}
	if !strings.Contains(name, "v2") {
		errs = append(errs, fmt.Errorf("tier %q does not name cgroup v2", name))
	}
	got := map[string]string{}
	for i := range s.rewards {
		got[s.rewards[i].Rollout] = string(s.rewards[i].Outcome) + " " + s.rewards[i].Cause
	}
	saw += fmt.Sprintf("; honest rollout: %s; hungry rollout: %s", strings.TrimSpace(got["honest"]), got["hungry"])
	for rollout, want := range map[string]string{"honest": "pass ", "hungry": "fail oom"} {
		if got[rollout] != want {
			errs = append(errs, fmt.Errorf("rollout %s: %q, want %q", rollout, got[rollout], want))
		}
	}
	return saw, errors.Join(errs...)
}

// machineTasks writes one task with a memory limit, an honest rollout and one
// that takes more memory than it may.
func (e *engine) machineTasks() (tasks, rollouts string, err error) {
	task := strings.Replace(tinyTask, `"suite"`, `"limits":{"wall":"60s","cpu":"60s","memory":"128MiB","pids":32},"suite"`, 1)
	if tasks, err = e.writeFile("machine/tasks.jsonl", task+"\n"); err != nil {
		return "", "", err
	}
	hungry := strings.Replace(tinyRollout("hungry"), tinyOutput, `def add(a, b):\n    held = bytearray(400 * 1024 * 1024)\n    for i in range(0, len(held), 4096):\n        held[i] = 1\n    return a + b\n`, 1)
	rollouts, err = e.writeFile("machine/rollouts.jsonl", tinyRollout("honest")+"\n"+hungry+"\n")
	return tasks, rollouts, err
}

// output is what one command printed in the machine.
type output struct {
	text string
	code int
}

// records returns the lines that hold a JSON object: the console carries both
// streams.
func (o output) records() []byte {
	var b bytes.Buffer
	for line := range strings.Lines(o.text) {
		if json.Valid([]byte(line)) && strings.HasPrefix(line, "{") {
			b.WriteString(line)
		}
	}
	return b.Bytes()
}

// machine boots acceptance/tiers/vm with files in it and runs the commands.
func machine(ctx context.Context, files map[string]string, commands ...string) ([]output, error) {
	var args []string
	for from, to := range files {
		args = append(args, "-f", from+":"+to)
	}
	for _, c := range commands {
		args = append(args, "--", c)
	}
	r, err := runProgram(ctx, "", "acceptance/tiers/vm", args...)
	if err != nil {
		return nil, fmt.Errorf("boot the machine: %w: %.600s", err, r.stderr)
	}
	section := regexp.MustCompile(`(?ms)^VM-BEGIN (\d+)\n(.*?)^VM-END (\d+) (-?\d+)$`)
	found := section.FindAllStringSubmatch(string(r.stdout), -1)
	if len(found) != len(commands) {
		return nil, fmt.Errorf("the machine ran %d of %d commands, exit %d: %.1500s", len(found), len(commands), r.code, r.stdout)
	}
	out := make([]output, len(found))
	for i, m := range found {
		out[i].text = m[2]
		if out[i].code, err = strconv.Atoi(m[4]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// humanEvalInMachine weighs the first tasks of HumanEval in the virtual machine.
func humanEvalInMachine(ctx context.Context, e *engine) (string, error) {
	if err := prepareTiers(ctx); err != nil {
		return "", err
	}
	score := func(what string) string {
		return "steelyard score --from humaneval --tasks tasks.jsonl.gz " + what + " --limit " + strconv.Itoa(tierSize) + " --format jsonl -q --state /tmp/state"
	}
	outputs, err := machine(ctx, map[string]string{e.binary: "usr/local/bin/steelyard", e.data("humaneval.jsonl.gz"): "root/tasks.jsonl.gz"}, score("--gold"), score("--null"))
	if err != nil {
		return "", err
	}
	var passes [2]int
	name := ""
	for i, o := range outputs {
		s, err := parseStream(o.records())
		if err != nil || o.code != 0 || len(s.rewards) != tierSize {
			return "", fmt.Errorf("score: exit %d, %w: %.600s", o.code, err, o.text)
		}
		if name, err = tierOf(s); err != nil {
			return "", err
		}
		passes[i] = s.outcomes()[steelyard.Pass]
	}
	saw := fmt.Sprintf("tier %q; gold %d of %d pass, null %d of %d", name, passes[0], tierSize, passes[1], tierSize)
	if passes != [2]int{tierSize, 0} {
		return saw, fmt.Errorf("want %d and 0 passes", tierSize)
	}
	return saw, nil
}
