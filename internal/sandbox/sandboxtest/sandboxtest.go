// Package sandboxtest is the suite that every sandbox backend which runs real
// programs passes. A backend's test calls Run with a function that opens a
// sandbox in which /bin/sh and "@python" work.
package sandboxtest

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"steelyard"
	"steelyard/internal/sandbox"
)

// A Case is one promise of the Sandbox interface.
type Case struct {
	Name string
	Exec *steelyard.Exec
	// Needs says which demandable guarantee the case is about; it is left out on
	// a tier that does not have it.
	Needs steelyard.Guarantees
	// Namespaces says that the case is about what only namespaces give.
	Namespaces bool
	// Proc says that the case reads /proc, which some hosts keep from sandboxes.
	Proc bool
	// Want returns why the observation is wrong, or "".
	Want func(o *steelyard.Observation) string
}

// Have says what the tier under test has.
type Have struct {
	Memory, Pids bool
	// Namespaces is false on the tier of containers that forbid them: programs
	// there see other processes' numbers, their own folders under other paths,
	// and no loopback network.
	Namespaces bool
	// Slow multiplies every time limit, for a machine in emulation; 0 means 1.
	Slow int
}

// slower returns x with its time limits multiplied.
func (h Have) slower(x *steelyard.Exec) *steelyard.Exec {
	if h.Slow <= 1 {
		return x
	}
	y := *x
	y.Procs = slices.Clone(x.Procs)
	for i := range y.Procs {
		y.Procs[i].Limits.Wall *= steelyard.Duration(h.Slow)
		y.Procs[i].Limits.CPU *= steelyard.Duration(h.Slow)
	}
	return &y
}

// Run opens one sandbox and passes every case through it, each followed by a
// verified reset and a probe that must be unaffected.
func Run(t *testing.T, box sandbox.Sandbox, have Have) {
	t.Helper()
	proc := box.Do(context.Background(), Shell("test -e /proc/self/status")).Outcome.Procs[0].Code == 0
	for _, c := range Cases() {
		if c.Proc && !proc {
			continue
		}
		if c.Namespaces && !have.Namespaces {
			continue
		}
		if c.Needs.Memory && !have.Memory || c.Needs.Pids && !have.Pids {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			o := box.Do(context.Background(), have.slower(c.Exec))
			if o.Outcome.Infra != nil {
				t.Fatalf("infrastructure: %s", o.Outcome.Infra.Cause)
			}
			if len(o.Outcome.Procs) != len(c.Exec.Procs) {
				t.Fatalf("%d outcomes for %d processes", len(o.Outcome.Procs), len(c.Exec.Procs))
			}
			if why := c.Want(&o); why != "" {
				t.Errorf("%s\n%+v", why, o)
			}
			if err := box.Reset(context.Background()); err != nil {
				t.Fatalf("reset: %v", err)
			}
			if why := probe(box, have); why != "" {
				t.Fatalf("the next run was affected: %s", why)
			}
		})
	}
	t.Run("refusals", func(t *testing.T) { refusals(t, box, have) })
	t.Run("cancel", func(t *testing.T) { cancel(t, box) })
}

// Probe runs a small program and returns what is wrong with it, or "".
func Probe(box sandbox.Sandbox) string { return probe(box, Have{Namespaces: true}) }

func probe(box sandbox.Sandbox, have Have) string {
	x := Shell(`printf 'home:%s tmp:%s shm:%s work:%s procs:%s\n' "$(ls -A $HOME)" "$(ls -A ${TMPDIR:-/tmp})" "$(ls -A /dev/shm 2>/dev/null)" "$(ls -A .)" "$(ls -d /proc/[0-9]* 2>/dev/null | wc -l)"`)
	o := box.Do(context.Background(), have.slower(x))
	if o.Outcome.Infra != nil {
		return "infrastructure: " + o.Outcome.Infra.Cause
	}
	if err := box.Reset(context.Background()); err != nil {
		return "reset: " + err.Error()
	}
	p := o.Outcome.Procs[0]
	got := p.Stdout.String()
	// The shell, its subshell and ls or wc are all that run.
	if p.End != steelyard.EndExited || p.Code != 0 || !strings.HasPrefix(got, "home: tmp: shm: work: procs:") {
		return "probe: " + string(p.End) + " " + got + p.Stderr.String()
	}
	if n := strings.TrimSpace(got[strings.LastIndex(got, ":")+1:]); have.Namespaces && (len(n) != 1 || n > "5") {
		return "probe sees " + n + " processes"
	}
	return ""
}

// Shell returns an execution of a shell script as the candidate, with a wall
// limit of 5 s.
func Shell(script string) *steelyard.Exec {
	return &steelyard.Exec{Procs: []steelyard.Proc{{
		Role: steelyard.ProcCandidate, Argv: []string{"/bin/sh", "-c", script}, Limits: steelyard.Limits{Wall: steelyard.Duration(5 * time.Second)},
	}}}
}

// Python returns an execution of a Python program as the candidate.
func Python(program string) *steelyard.Exec {
	x := Shell("")
	x.Procs[0].Argv = []string{"@python", "-I", "-B", "-c", program}
	return x
}

func with(x *steelyard.Exec, change func(p *steelyard.Proc)) *steelyard.Exec {
	change(&x.Procs[0])
	return x
}

func first(check func(p *steelyard.ProcOutcome) string) func(o *steelyard.Observation) string {
	return func(o *steelyard.Observation) string { return check(&o.Outcome.Procs[0]) }
}

func ends(end steelyard.End, limit string) func(o *steelyard.Observation) string {
	return first(func(p *steelyard.ProcOutcome) string {
		if p.End != end || p.Limit != limit {
			return "ended as " + string(p.End) + " by " + p.Limit + ", want " + string(end) + " by " + limit
		}
		return ""
	})
}

func says(stdout string) func(o *steelyard.Observation) string {
	return first(func(p *steelyard.ProcOutcome) string {
		if p.End != steelyard.EndExited || p.Code != 0 || p.Stdout.String() != stdout {
			return "printed " + clip(p.Stdout.String()) + ", want " + stdout
		}
		return ""
	})
}

func clip(s string) string { return s[:min(len(s), 300)] }

func refusals(t *testing.T, box sandbox.Sandbox, have Have) {
	t.Helper()
	bad := map[string]*steelyard.Exec{
		"no process":      {},
		"no command":      with(Shell("true"), func(p *steelyard.Proc) { p.Argv = nil }),
		"absolute file":   with(Shell("true"), func(p *steelyard.Proc) { p.Files = map[string]steelyard.Blob{"/etc/passwd": steelyard.Text("x")} }),
		"escaping file":   with(Shell("true"), func(p *steelyard.Proc) { p.Files = map[string]steelyard.Blob{"../x": steelyard.Text("x")} }),
		"escaping result": with(Shell("true"), func(p *steelyard.Proc) { p.Collect = []string{"a/../../x"} }),
		"named blob":      with(Shell("true"), func(p *steelyard.Proc) { p.Stdin = steelyard.Blob{Digest: steelyard.DigestOf(nil), Size: 3} }),
		"nul":             with(Shell("true"), func(p *steelyard.Proc) { p.Env = []string{"A=\x00"} }),
		"unknown layer":   {Procs: Shell("true").Procs, Base: steelyard.DigestOf([]byte("no such layer"))},
	}
	for _, name := range slices.Sorted(maps.Keys(bad)) {
		o := box.Do(context.Background(), bad[name])
		if o.Outcome.Infra == nil || o.Outcome.Infra.Retry {
			t.Errorf("%s: %+v, want a refusal that no retry can help", name, o)
		}
	}
	if why := probe(box, have); why != "" {
		t.Errorf("after refusals: %s", why)
	}
}

func cancel(t *testing.T, box sandbox.Sandbox) {
	t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer stop()
	begin := time.Now()
	o := box.Do(ctx, Shell("sleep 4 & sleep 4"))
	if o.Outcome.Infra == nil {
		t.Errorf("a cancelled run gave %+v, want infrastructure", o)
	}
	if d := time.Since(begin); d > 3*time.Second {
		t.Errorf("cancelling took %v", d)
	}
}
