package corpus_test

import (
	"context"
	"encoding/json"
	"io"
	"io/fs"
	"net"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"steelyard"
	"steelyard/internal/sandbox"
	"steelyard/internal/sandbox/corpus"
	"steelyard/internal/sandbox/mem"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestCoverage(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, c := range corpus.Cases() {
		if names[c.Name] {
			t.Errorf("two cases are called %s", c.Name)
		}
		names[c.Name] = true
		if c.Area == "" || c.Does == "" || c.Expect == "" || c.Exec == nil || c.Check == nil {
			t.Errorf("%s is incomplete", c.Name)
		}
		for _, p := range c.Exec.Procs {
			if p.Limits.Wall == 0 || p.Limits.CPU == 0 || p.Limits.Output == 0 || p.Limits.Disk == 0 {
				t.Errorf("%s runs without limits: %+v", c.Name, p.Limits)
			}
		}
	}
	items := corpus.Coverage()
	if len(items) != 80 {
		t.Errorf("%d threats, want 80", len(items))
	}
	used := map[string]bool{}
	for _, i := range items {
		if (len(i.Cases) == 0) == (i.Elsewhere == "") {
			t.Errorf("%d, %s: want cases or another place", i.N, i.Title)
		}
		for _, name := range i.Cases {
			used[name] = true
			if !names[name] {
				t.Errorf("%d, %s: no case %s", i.N, i.Title, name)
			}
		}
	}
	for name := range names {
		if !used[name] {
			t.Errorf("case %s answers no threat", name)
		}
	}
}

// Every program in the folder belongs to a case.
func TestAttacksAreUsed(t *testing.T) {
	t.Parallel()
	var all strings.Builder
	for _, c := range corpus.Cases() {
		for _, p := range c.Exec.Procs {
			for _, b := range p.Files {
				all.WriteString(b.String())
			}
		}
	}
	dir := os.DirFS("attacks")
	found, err := fs.Glob(dir, "*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range found {
		b, err := fs.ReadFile(dir, name)
		if err != nil {
			t.Fatal(err)
		}
		if name != "probe.py" && !strings.Contains(all.String(), string(b)) {
			t.Errorf("%s is in no case", name)
		}
	}
}

// fake answers probes with facts and everything else with attack.
func fake(facts func(n int) map[string]any, attack func(x *steelyard.Exec) steelyard.ProcOutcome) *mem.Backend {
	n := 0
	return mem.New(func(_ context.Context, _ *sandbox.Mounts, x *steelyard.Exec) steelyard.Observation {
		p := steelyard.ProcOutcome{Role: x.Procs[0].Role, End: steelyard.EndExited}
		if _, ok := x.Procs[0].Files["probe.py"]; ok {
			n++
			b, _ := json.Marshal(map[string]any{"facts": facts(n), "slept": 0.02, "clock": float64(time.Now().UnixNano()) / 1e9})
			p.Stdout = steelyard.Bytes(b)
		} else {
			p = attack(x)
			p.Role = x.Procs[0].Role
		}
		return steelyard.Observation{Outcome: steelyard.Outcome{Procs: []steelyard.ProcOutcome{p}}}
	})
}

func calm(int) map[string]any { return map[string]any{"hello": "HELLO", "mounts": []string{"/"}} }

func byName(t *testing.T, name string) corpus.Case {
	t.Helper()
	all := corpus.Cases()
	i := slices.IndexFunc(all, func(c corpus.Case) bool { return c.Name == name })
	if i < 0 {
		t.Fatalf("no case %s", name)
	}
	return all[i]
}

// A sandbox that lets an attack through is told so: the corpus can fail.
func TestRunNotices(t *testing.T) {
	t.Parallel()
	exited := func(stdout string) func(*steelyard.Exec) steelyard.ProcOutcome {
		return func(*steelyard.Exec) steelyard.ProcOutcome {
			return steelyard.ProcOutcome{End: steelyard.EndExited, Stdout: steelyard.Text(stdout)}
		}
	}
	tests := []struct {
		name, attack   string
		facts          func(int) map[string]any
		does           func(*steelyard.Exec) steelyard.ProcOutcome
		problem, after string
	}{
		{"contained", "mounts", calm, exited("refused: mount EPERM\ndone\n"), "", ""},
		{"escaped", "mounts", calm, exited("refused: a\nescaped: mount tmpfs result 0\ndone\n"), "escaped: mount tmpfs", ""},
		{"cut short", "mounts", calm, exited("refused: mount EPERM\n"), "did not run to its end", ""},
		{"never ended", "sleep", calm, exited(""), "want [timeout]", ""},
		{"no limit", "memory", calm, exited("escaped: 1 GiB touched\n"), "1 GiB", ""},
		{"cut in silence", "flood-stdout", calm, func(*steelyard.Exec) steelyard.ProcOutcome {
			return steelyard.ProcOutcome{End: steelyard.EndOutputLimit, Stdout: steelyard.Text("aaa")}
		}, "truncated", ""},
		{"host's file collected", "output-race", calm, func(*steelyard.Exec) steelyard.ProcOutcome {
			return steelyard.ProcOutcome{End: steelyard.EndExited, Stdout: steelyard.Text("done\n"),
				Files: map[string]steelyard.Blob{"out/f": steelyard.Text("root:x:0:0\n")}}
		}, "file of the system", ""},
		{"rewritten", "rewrite-afterwards", calm, func(*steelyard.Exec) steelyard.ProcOutcome {
			return steelyard.ProcOutcome{End: steelyard.EndExited, Stdout: steelyard.Text("done\n"),
				Files: map[string]steelyard.Blob{"out/answer": steelyard.Text("rewritten\n")}}
		}, "rewritten", ""},
		{"left behind", "mounts", func(n int) map[string]any {
			f := calm(n)
			if n > 1 {
				f["mounts"] = []string{"/", "/tmp/planted"}
			}
			return f
		}, exited("done\n"), "", "planted"},
		{"reached the host", "egress", calm, func(x *steelyard.Exec) steelyard.ProcOutcome {
			for _, v := range x.Procs[0].Env {
				if port, ok := strings.CutPrefix(v, "BAIT_PORT="); ok {
					c, err := net.Dial("tcp", "127.0.0.1:"+port)
					if err == nil {
						_, _ = io.Copy(io.Discard, c) // until the bait hangs up
						_ = c.Close()
					}
				}
			}
			return steelyard.ProcOutcome{End: steelyard.EndExited, Stdout: steelyard.Text("done\n")}
		}, "reached the host", ""},
		{"hello broken", "mounts", func(int) map[string]any { return map[string]any{"hello": ""} }, exited("done\n"), "", "hello became"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, err := fake(tt.facts, tt.does).Open(t.Context(), &sandbox.Mounts{})
			if err != nil {
				t.Fatal(err)
			}
			r := corpus.Run(t.Context(), s, byName(t, tt.attack))
			if r.Skipped != "" || (r.Problem == "") != (tt.problem == "") || !strings.Contains(r.Problem, tt.problem) ||
				(r.After == "") != (tt.after == "") || !strings.Contains(r.After, tt.after) {
				t.Errorf("%+v", r)
			}
			if r.OK() != (tt.problem == "" && tt.after == "") {
				t.Errorf("OK = %v", r.OK())
			}
		})
	}
}

func TestRunSkips(t *testing.T) {
	t.Parallel()
	b := mem.New(func(_ context.Context, _ *sandbox.Mounts, x *steelyard.Exec) steelyard.Observation {
		return steelyard.Observation{Outcome: steelyard.Outcome{Procs: []steelyard.ProcOutcome{{Role: x.Procs[0].Role, End: steelyard.EndNoStart, Note: "no python"}}}}
	})
	s, err := b.Open(t.Context(), &sandbox.Mounts{})
	if err != nil {
		t.Fatal(err)
	}
	if r := corpus.Run(t.Context(), s, byName(t, "mounts")); !strings.Contains(r.Skipped, "no python") {
		t.Errorf("without an interpreter: %+v", r)
	}
}
