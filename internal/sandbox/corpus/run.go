package corpus

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"steelyard"
	"steelyard/internal/sandbox"
)

// Result is what came of one case.
type Result struct {
	Case string
	// Skipped says why the attack could not be made here: a tool is missing, or
	// the tier cannot enforce the limit that it is about.
	Skipped string
	// Problem says what was not contained; empty means contained.
	Problem string
	// After says how the run after the attack was affected; empty means not.
	After string
	// Broken is set when the sandbox could not be reset. That contains the
	// attack, but the sandbox must be closed.
	Broken string
	// Observation is what was seen of the attack.
	Observation steelyard.Observation
}

// OK reports whether the attack was contained and left nothing behind.
func (r *Result) OK() bool { return r.Problem == "" && r.After == "" }

// Run carries out c in an open sandbox: a probe, the attack, a reset, the probe
// again. It returns no error, for the same reason as Sandbox.Do.
func Run(ctx context.Context, s sandbox.Sandbox, c Case) Result {
	r := Result{Case: c.Name}
	if c.Arch != "" && c.Arch != runtime.GOARCH {
		r.Skipped = "for " + c.Arch + " only"
		return r
	}
	before, err := probe(ctx, s)
	if err != nil {
		r.Skipped = "the probe does not run: " + err.Error()
		return r
	}
	x, err := build(ctx, s, c)
	if err != nil {
		r.Skipped = err.Error()
		return r
	}
	b, err := lay()
	if err != nil {
		r.Skipped = "no bait: " + err.Error()
		return r
	}
	defer b.close()
	for i := range x.Procs {
		x.Procs[i].Env = append(x.Procs[i].Env, b.env()...)
	}
	r.Observation = s.Do(ctx, x)
	if f := r.Observation.Outcome.Infra; f != nil && !f.Retry && strings.Contains(f.Cause, "demanded") {
		r.Skipped = f.Cause
		return r
	}
	if p := noStart(&r.Observation, c); p != "" {
		r.Skipped = p
		return r
	}
	if err := judge(c, &r.Observation); err != nil {
		r.Problem = err.Error()
	}
	if b.bitten.Load() {
		r.Problem = "a connection reached the host"
	}
	if err := s.Reset(ctx); err != nil {
		r.Broken = err.Error()
		return r
	}
	if left := b.leftovers(); left != "" {
		r.After = left
		return r
	}
	after, err := probe(ctx, s)
	if err != nil {
		r.After = "the probe does not run any more: " + err.Error()
		return r
	}
	r.After = differ(before, after)
	return r
}

// judge applies the case's check; a candidate whose output is linked reports in
// a file.
func judge(c Case, o *steelyard.Observation) error {
	if len(o.Outcome.Procs) > 0 {
		if b, ok := o.Outcome.Procs[0].Files["report"]; ok {
			with := *o
			with.Outcome.Procs = slices.Clone(o.Outcome.Procs)
			with.Outcome.Procs[0].Stdout = b
			return c.Check(&with)
		}
	}
	return c.Check(o)
}

// noStart explains an attack whose own tool is missing.
func noStart(o *steelyard.Observation, c Case) string {
	if len(c.Needs) == 0 || len(o.Outcome.Procs) == 0 || o.Outcome.Procs[0].End != steelyard.EndNoStart {
		return ""
	}
	return "needs " + strings.Join(c.Needs, ", ") + ": " + o.Outcome.Procs[0].Note
}

// build returns the case's Exec with its C source compiled.
func build(ctx context.Context, s sandbox.Sandbox, c Case) (*steelyard.Exec, error) {
	x := *c.Exec
	x.Procs = slices.Clone(x.Procs)
	source, ok := x.Procs[0].Files[sourceC]
	if !ok {
		return &x, nil
	}
	o := s.Do(ctx, &steelyard.Exec{Procs: []steelyard.Proc{{
		Role: steelyard.ProcCompiler, Argv: []string{"@gcc", "-O1", "-w", "-o", binary, sourceC},
		Files: map[string]steelyard.Blob{sourceC: source}, Collect: []string{binary},
		Limits: limits(secondsOf(60, 30)),
	}}})
	if err := s.Reset(ctx); err != nil {
		return nil, fmt.Errorf("reset: %w", err)
	}
	p, err := first(&o)
	if err != nil {
		return nil, err
	}
	made, ok := p.Files[binary]
	if !ok {
		return nil, fmt.Errorf("needs a C compiler: %s", told(p))
	}
	x.Procs[0].Files = map[string]steelyard.Blob{binary: made}
	x.Procs[0].Executable = []string{binary}
	return &x, nil
}

// probeReport is what attacks/probe.py prints.
type probeReport struct {
	Facts map[string]any `json:"facts"`
	Clock float64        `json:"clock"`
	Slept float64        `json:"slept"`
	skew  float64
}

func probe(ctx context.Context, s sandbox.Sandbox) (*probeReport, error) {
	o := s.Do(ctx, &steelyard.Exec{Procs: []steelyard.Proc{{
		Role: steelyard.ProcCandidate, Argv: []string{"@python", "probe.py"}, Stdin: steelyard.Text("hello"),
		Files:  map[string]steelyard.Blob{"probe.py": steelyard.Text(read("probe.py"))},
		Limits: limits(secondsOf(30, 10)),
	}}})
	now := float64(time.Now().UnixNano()) / 1e9
	if err := s.Reset(ctx); err != nil {
		return nil, fmt.Errorf("reset: %w", err)
	}
	p, err := first(&o)
	if err != nil {
		return nil, err
	}
	if p.End != steelyard.EndExited || p.Code != 0 {
		return nil, errors.New(told(p))
	}
	var r probeReport
	if err := json.NewDecoder(bytes.NewReader(p.Stdout.Inline)).Decode(&r); err != nil {
		return nil, fmt.Errorf("probe's report: %w", err)
	}
	r.skew = now - r.Clock
	return &r, nil
}

// differ compares what the probe saw before and after.
func differ(before, after *probeReport) string {
	for _, name := range slices.Sorted(maps.Keys(before.Facts)) {
		if !reflect.DeepEqual(before.Facts[name], after.Facts[name]) {
			return fmt.Sprintf("%s: before %v, after %v", name, clipped(before.Facts[name]), clipped(after.Facts[name]))
		}
	}
	switch {
	case after.Facts["hello"] != "HELLO":
		return fmt.Sprintf("hello became %v", after.Facts["hello"])
	case after.Slept < 0.019 || after.Slept > 5:
		return fmt.Sprintf("20 ms of sleep took %.3f s", after.Slept)
	case math.Abs(after.skew) > 10:
		return fmt.Sprintf("the clock is off by %.1f s", after.skew)
	}
	return ""
}

func clipped(v any) string {
	s := fmt.Sprint(v)
	if len(s) > 300 {
		return s[:300] + "…"
	}
	return s
}

// bait is what an attack is tempted with on the host.
type bait struct {
	name   string
	dir    string
	tcp    net.Listener
	unix   net.Listener
	bitten atomic.Bool
	done   chan struct{}
}

func lay() (*bait, error) {
	b := &bait{name: "steelyard-bait-" + strings.ToLower(rand.Text()), done: make(chan struct{}, 2)}
	var err error
	if b.dir, err = os.MkdirTemp("", "steelyard-corpus-"); err != nil {
		return nil, err
	}
	if err := errors.Join(os.Chmod(b.dir, 0o755), os.WriteFile(b.file(), []byte("secret\n"), 0o644)); err != nil {
		return nil, errors.Join(err, os.RemoveAll(b.dir))
	}
	if b.tcp, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return nil, errors.Join(err, os.RemoveAll(b.dir))
	}
	if b.unix, err = net.Listen("unix", "@"+b.name); err != nil {
		return nil, errors.Join(err, b.tcp.Close(), os.RemoveAll(b.dir))
	}
	for _, l := range []net.Listener{b.tcp, b.unix} {
		go func() {
			defer func() { b.done <- struct{}{} }()
			for {
				c, err := l.Accept()
				if err != nil {
					return
				}
				b.bitten.Store(true)
				_ = c.Close()
			}
		}()
	}
	return b, nil
}

func (b *bait) file() string { return filepath.Join(b.dir, b.name) }

func (b *bait) env() []string {
	_, port, _ := net.SplitHostPort(b.tcp.Addr().String())
	return []string{"BAIT_NAME=" + b.name, "BAIT_FILE=" + b.file(), "BAIT_PORT=" + port, "BAIT_SOCKET=" + b.name}
}

func (b *bait) close() {
	_ = b.tcp.Close()
	_ = b.unix.Close()
	<-b.done
	<-b.done
	_ = os.RemoveAll(b.dir)
}

// leftovers looks on the host for processes that have the bait's name in their
// environment. The kernel may need a moment to bury them.
func (b *bait) leftovers() string {
	var left []string
	for range 40 {
		left = left[:0]
		found, err := filepath.Glob("/proc/[0-9]*/environ")
		if err != nil {
			return ""
		}
		for _, path := range found {
			f, err := os.Open(path)
			if err != nil {
				continue
			}
			env, _ := io.ReadAll(io.LimitReader(f, 1<<20)) // it may end meanwhile
			_ = f.Close()
			if bytes.Contains(env, []byte(b.name)) {
				left = append(left, filepath.Base(filepath.Dir(path)))
			}
		}
		if len(left) == 0 {
			return ""
		}
		time.Sleep(50 * time.Millisecond)
	}
	return "processes outlive the run: " + strings.Join(left, ", ")
}
