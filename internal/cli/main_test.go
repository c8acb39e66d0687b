package cli_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"steelyard"
	"steelyard/internal/cli"
	"steelyard/internal/sandbox"
	"steelyard/internal/sandbox/mem"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"steelyard": steelyardMain})
}

// steelyardMain is the command as the scripts run it: with a sandbox that only
// pretends, and with points at which it can be made to kill itself.
func steelyardMain() {
	env := &cli.Env{
		Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv,
		Terminal: func(w io.Writer) (int, bool) { return 100, os.Getenv("TEST_TERMINAL") != "" },
		Backends: map[string]cli.OpenBackend{"fake": openFake},
	}
	if at := os.Getenv("TEST_FAILPOINT"); at != "" {
		env.Failpoint = killAt(at)
	}
	os.Exit(cli.Main(context.Background(), env))
}

// killAt returns a failpoint that kills the process at the n-th time that it
// passes the point; "name:n".
func killAt(at string) func(string) {
	name, count, _ := strings.Cut(at, ":")
	n, err := strconv.Atoi(count)
	if err != nil {
		panic(err)
	}
	var seen atomic.Int64
	return func(point string) {
		if point == name && seen.Add(1) == int64(n) {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
	}
}

// fake pretends to run Python programs of one line: "echo", "say TEXT", "exit N",
// "hang", "infra", "flip" (says something else every time), "wait MS" (echoes
// after a while). FAKE_LOG names a file that gets a line an execution; with
// FAKE_BROKEN set nothing works.
type fake struct{ *mem.Backend }

func (fake) Close() error { return nil }

func openFake(context.Context, cli.BackendConfig) (cli.Backend, error) {
	var log *os.File
	if path := os.Getenv("FAKE_LOG"); path != "" {
		var err error
		if log, err = os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644); err != nil {
			return nil, err
		}
	}
	return fake{mem.New(func(ctx context.Context, _ *sandbox.Mounts, x *steelyard.Exec) steelyard.Observation {
		o := pretend(ctx, x)
		if log != nil {
			fmt.Fprintf(log, "%x\n", identity(x))
		}
		return o
	})}, nil
}

func program(x *steelyard.Exec) string {
	for _, name := range slices.Sorted(maps.Keys(x.Procs[0].Files)) {
		if strings.HasSuffix(name, ".py") {
			b := x.Procs[0].Files[name]
			return strings.TrimSpace(b.String())
		}
	}
	return ""
}

func identity(x *steelyard.Exec) [sha256.Size]byte {
	return sha256.Sum256([]byte(program(x) + "\x00" + x.Procs[0].Stdin.String()))
}

func pretend(ctx context.Context, x *steelyard.Exec) steelyard.Observation {
	p := steelyard.ProcOutcome{Role: x.Procs[0].Role, End: steelyard.EndExited}
	m := steelyard.Measure{Wall: steelyard.Duration(time.Millisecond), CPU: steelyard.Duration(time.Millisecond)}
	verb, arg, _ := strings.Cut(program(x), " ")
	arg, _, _ = strings.Cut(arg, " #")
	switch verb {
	case "echo":
		p.Stdout = x.Procs[0].Stdin
	case "say":
		p.Stdout = steelyard.Text(arg + "\n")
	case "flip":
		p.Stdout = steelyard.Text(fmt.Sprintln(time.Now().UnixNano() % 2))
	case "exit":
		p.Code, _ = strconv.Atoi(arg)
	case "hang":
		p.End, p.Limit = steelyard.EndTimeout, "cpu"
		m.Wall, m.CPU = x.Procs[0].Limits.CPU, x.Procs[0].Limits.CPU
	case "wait":
		n, _ := strconv.Atoi(arg)
		select {
		case <-time.After(time.Duration(n) * time.Millisecond):
		case <-ctx.Done():
		}
		p.Stdout = x.Procs[0].Stdin
	}
	if verb == "infra" || os.Getenv("FAKE_BROKEN") != "" {
		return steelyard.InfraObservation("", "sandbox", "the slot caught fire", true)
	}
	return steelyard.Observation{Outcome: steelyard.Outcome{Procs: []steelyard.ProcOutcome{p}}, Measure: m}
}

func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("STEELYARD_STATE", e.WorkDir+"/state")
			e.Setenv("FAKE_LOG", e.WorkDir+"/executions")
			e.Setenv("PATH", os.Getenv("PATH"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": cmdExits, "jsonl": cmdJSONL, "lines": cmdLines, "gzip": cmdGzip, "await": cmdAwait, "distinct": cmdDistinct,
		},
	})
}

// cmdExits runs steelyard and compares its exit code: exits CODE ARGS…
func cmdExits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: exits CODE ARGS…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec("steelyard", args[1:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// cmdJSONL counts the records of a file that have the given fields, whose paths
// are dotted: jsonl FILE COUNT FIELD=VALUE… A value that begins with "~" must be
// contained.
func cmdJSONL(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: jsonl FILE COUNT FIELD=VALUE…")
	}
	want, err := strconv.Atoi(args[1])
	ts.Check(err)
	got := 0
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		var rec map[string]any
		if err := json.Unmarshal([]byte(line), &rec); err != nil {
			ts.Fatalf("%s: not a record: %v: %s", args[0], err, line)
		}
		if slices.IndexFunc(args[2:], func(cond string) bool { return !holds(rec, cond) }) < 0 {
			got++
		}
	}
	if got != want {
		ts.Fatalf("%d records with %v, want %d", got, args[2:], want)
	}
}

func holds(rec map[string]any, cond string) bool {
	path, want, _ := strings.Cut(cond, "=")
	var v any = rec
	for key := range strings.SplitSeq(path, ".") {
		m, ok := v.(map[string]any)
		if !ok {
			return want == "absent"
		}
		if v, ok = m[key]; !ok {
			return want == "absent"
		}
	}
	var s string
	switch v := v.(type) {
	case string:
		s = v
	default:
		b, _ := json.Marshal(v)
		s = string(b)
	}
	if part, ok := strings.CutPrefix(want, "~"); ok {
		return strings.Contains(s, part)
	}
	return s == want
}

// cmdLines compares the number of lines of a file, which may be missing: lines
// FILE COUNT
func cmdLines(ts *testscript.TestScript, neg bool, args []string) {
	b, err := os.ReadFile(ts.MkAbs(args[0]))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		ts.Fatalf("%v", err)
	}
	if got := strings.Count(string(b), "\n"); (strconv.Itoa(got) == args[1]) == neg {
		ts.Fatalf("%s has %d lines, want %s", args[0], got, args[1])
	}
}

// cmdGzip compresses a file and keeps a share of it: gzip FROM TO PERCENT
func cmdGzip(ts *testscript.TestScript, _ bool, args []string) {
	percent, err := strconv.Atoi(args[2])
	ts.Check(err)
	b := compress([]byte(ts.ReadFile(args[0])))
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), b[:len(b)*percent/100], 0o644))
}

// cmdAwait waits until a file has at least so many lines: await FILE COUNT
func cmdAwait(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[1])
	ts.Check(err)
	for range 1500 {
		b, _ := os.ReadFile(ts.MkAbs(args[0]))
		if strings.Count(string(b), "\n") >= want {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	ts.Fatalf("%s does not get %d lines", args[0], want)
}

// cmdDistinct compares the number of different lines of a file: distinct FILE COUNT
func cmdDistinct(ts *testscript.TestScript, _ bool, args []string) {
	lines := map[string]bool{}
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		lines[line] = true
	}
	if got := strconv.Itoa(len(lines)); got != args[1] {
		ts.Fatalf("%s has %s different lines, want %s", args[0], got, args[1])
	}
}

func compress(b []byte) []byte {
	var buf bytes.Buffer
	z := gzip.NewWriter(&buf)
	_, _ = z.Write(b)
	_ = z.Close()
	return buf.Bytes()
}
