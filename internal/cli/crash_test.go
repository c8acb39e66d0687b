package cli_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"steelyard"
	"steelyard/internal/cas"
	"steelyard/internal/ledger"
	"steelyard/internal/score"
)

// kills is how often the command is killed by TestKilledAtAnyMoment.
const kills = 60

// TestKilledAtAnyMoment kills the command with SIGKILL at random moments and at
// the points of the ledger's write path, gives the same command again, and holds
// it to its promise: complete output, nothing recorded is run again, nothing is
// lost or doubled.
func TestKilledAtAnyMoment(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const programs, rollouts = 500, 1500 // three rollouts share each program
	writeInputs(t, dir, programs, rollouts)
	rng := rand.New(rand.NewPCG(7, 11))
	points := ledger.Failpoints()
	recorded := map[string]bool{}
	died := 0
	for n := 0; died < kills; n++ {
		if n > 4*kills {
			t.Fatalf("only %d kills in %d attempts", died, n)
		}
		log := filepath.Join(dir, fmt.Sprint("log", n))
		cmd := scoring(t, dir, "--run", "crash", "--out", filepath.Join(dir, "killed.jsonl"))
		cmd.Env = append(cmd.Env, "FAKE_LOG="+log)
		var after <-chan time.Time
		if n%2 == 0 {
			cmd.Env = append(cmd.Env, fmt.Sprintf("TEST_FAILPOINT=%s:%d", points[n/2%len(points)], 1+rng.IntN(12)))
		} else {
			after = time.After(time.Duration(rng.IntN(150)) * time.Millisecond)
		}
		if run(t, cmd, after) {
			died++
		}
		for _, id := range executed(t, log) {
			if recorded[id] {
				t.Fatalf("after %d kills the recorded execution of %q was made again", died, id)
			}
		}
		for _, id := range inLedger(t, dir) {
			recorded[id] = true
		}
		if len(recorded) == programs && died > kills/2 {
			// All is known: from here only the run itself can be cut short. Begin anew.
			recorded = map[string]bool{}
			check(t, dir, rollouts, recorded)
			if err := os.RemoveAll(filepath.Join(dir, "state")); err != nil {
				t.Fatal(err)
			}
		}
	}
	check(t, dir, rollouts, recorded)
}

// check runs the command to its end and compares what it says with what an
// undisturbed run says.
func check(t *testing.T, dir string, rollouts int, recorded map[string]bool) {
	t.Helper()
	log := filepath.Join(dir, "last-log")
	_ = os.Remove(log)
	got := outputOf(t, dir, "FAKE_LOG="+log, filepath.Join(dir, "state"))
	for _, id := range executed(t, log) {
		if recorded[id] {
			t.Errorf("the recorded execution of %q was made again", id)
		}
	}
	if n := bytes.Count(got, []byte("\n")); n != rollouts+1 {
		t.Errorf("%d lines, want %d rewards and a summary", n, rollouts)
	}
	if want := outputOf(t, dir, "FAKE_LOG=", t.TempDir()); !bytes.Equal(got, want) {
		t.Error("the output after the kills is not that of an undisturbed run")
	}
	// Nothing is doubled in the ledger either: one result a rollout.
	n := 0
	for range entries(t, dir) {
		n++
	}
	if n != rollouts {
		t.Errorf("the ledger holds %d rollouts, want %d", n, rollouts)
	}
}

func writeInputs(t *testing.T, dir string, programs, rollouts int) {
	t.Helper()
	var tasks, lines strings.Builder
	tasks.WriteString(`{"type":"task","v":1,"id":"t","kind":"program","program":{},"suite":{"checks":[{"case":{"input":"2\n","answer":"2\n"}}]}}` + "\n")
	for i := range rollouts {
		verb := "wait 1"
		if i%programs%3 == 0 {
			verb = "say 3"
		}
		fmt.Fprintf(&lines, `{"type":"rollout","v":1,"id":"r%d","task":"t","output":"%s # %d","language":"python"}`+"\n", i, verb, i%programs)
	}
	for name, s := range map[string]string{"tasks.jsonl": tasks.String(), "rollouts.jsonl": lines.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(s), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// scoring is the command under test; the test's own binary stands in for it.
func scoring(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "steelyard", append([]string{
		"score", "--sandbox", "fake", "-q", "-j", "4", "--recheck", "0", "--ordered", "--stable",
		"--tasks", filepath.Join(dir, "tasks.jsonl"), "--rollouts", filepath.Join(dir, "rollouts.jsonl"),
	}, args...)...)
	cmd.Env = append(os.Environ(), "STEELYARD_STATE="+filepath.Join(dir, "state"))
	return cmd
}

// run starts the command and kills it when the time has come; it reports whether
// the command was killed. It must not end in any other bad way.
func run(t *testing.T, cmd *exec.Cmd, after <-chan time.Time) (killed bool) {
	t.Helper()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	var err error
	select {
	case err = <-done:
	case <-after:
		_ = cmd.Process.Kill()
		err = <-done
	}
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		if ws, ok := exit.Sys().(syscall.WaitStatus); ok && ws.Signaled() && ws.Signal() == syscall.SIGKILL {
			return true
		}
	}
	if err != nil {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	return false
}

// outputOf runs the command to its end, in the named state folder.
func outputOf(t *testing.T, dir, env, state string) []byte {
	t.Helper()
	cmd := scoring(t, dir, "--run", "crash", "--state", state)
	cmd.Env = append(cmd.Env, env)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	return out
}

// executed returns the programs in a log of the pretended sandbox.
func executed(t *testing.T, log string) []string {
	t.Helper()
	b, err := os.ReadFile(log)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return strings.Fields(string(b))
}

func entries(t *testing.T, dir string) []ledger.Entry {
	t.Helper()
	state := filepath.Join(dir, "state")
	if _, err := os.Stat(filepath.Join(state, ledger.FileName)); err != nil {
		return nil
	}
	store, err := cas.Open(filepath.Join(state, "blobs"), cas.Options{})
	if err != nil {
		t.Fatal(err)
	}
	l, err := ledger.Open(t.Context(), state, ledger.Options{Blobs: store})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var out []ledger.Entry
	for e, err := range l.Entries(t.Context(), "crash", score.DefaultProgram) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, e)
	}
	return out
}

// inLedger returns the programs, as the log names them, whose results are recorded.
func inLedger(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	for _, e := range entries(t, dir) {
		if e.Result == nil || len(e.Result.Steps) == 0 {
			continue
		}
		var s score.Stored
		if err := json.Unmarshal(e.Rollout.JSON, &s); err != nil {
			t.Fatal(err)
		}
		x := steelyard.Exec{Procs: []steelyard.Proc{{Stdin: steelyard.Text("2\n"), Files: map[string]steelyard.Blob{"main.py": s.Rollout.Text}}}}
		out = append(out, fmt.Sprintf("%x", identity(&x)))
	}
	return out
}
