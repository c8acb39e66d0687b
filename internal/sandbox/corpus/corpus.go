// Package corpus is a set of hostile programs, each with the containment that a
// sandbox owes it, and the means to run them.
//
// Its entry points are Cases and Run. Run carries out one attack in an open
// sandbox, resets the sandbox as its pool would, and then runs a probe that must
// find nothing of the attack: no process, file, socket, shared memory or mount,
// and a normal clock, limits and programs. Baits are laid on the host, a secret
// file and two listening sockets, so that a way out is seen from outside and not
// only believed from within.
//
// The programs are our own, in Python, C and shell. They try to break out of a
// sandbox or to hurt what runs after them; they do no harm to a host beyond
// using what limits leave them. Never run them without a sandbox.
package corpus

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"time"

	"steelyard"
)

//go:embed attacks
var attacks embed.FS

// Case is one attack.
type Case struct {
	// Name is unique and stable: "fork-bomb".
	Name string
	// Area is "resources", "files", "processes", "network" or "rewards".
	Area string
	// Does says what the program tries, and Expect what must come of it.
	Does   string
	Expect string
	// Exec is the attack. A file named "attack.c" is compiled by Run first, and
	// "./attack" is what it makes.
	Exec *steelyard.Exec
	// Needs are the tools, by their names in Exec.Procs.Argv, that it cannot do
	// without; Arch is the only architecture it exists for, if not all.
	Needs []string
	Arch  string
	// Check says whether the attack was contained.
	Check func(o *steelyard.Observation) error
}

// limits of an attack that names none of its own. Memory and processes are left
// to the slot unless a case is about them, because demanding a limit that a tier
// cannot enforce is refused.
func limits(change func(*steelyard.Limits)) steelyard.Limits {
	l := steelyard.Limits{
		Wall: steelyard.Duration(15 * time.Second), CPU: steelyard.Duration(10 * time.Second),
		Output: steelyard.MiB, Disk: 32 * steelyard.MiB, OpenFiles: 128,
	}
	if change != nil {
		change(&l)
	}
	return l
}

// binary is what an attack in C is compiled to.
const (
	sourceC = "attack.c"
	binary  = "attack"
)

func read(name string) string {
	b, err := attacks.ReadFile("attacks/" + name)
	if err != nil {
		panic("corpus: embedded attack unreadable: " + err.Error())
	}
	return string(b)
}

// python returns an attack in Python; its prelude defines what all share.
func python(name string, change func(*steelyard.Limits)) *steelyard.Exec {
	return &steelyard.Exec{Procs: []steelyard.Proc{{
		Role: steelyard.ProcCandidate, Argv: []string{"@python", "attack.py"},
		Files:  map[string]steelyard.Blob{"attack.py": steelyard.Text(read("prelude.py") + read(name))},
		Limits: limits(change),
	}}}
}

func native(name string, change func(*steelyard.Limits)) *steelyard.Exec {
	return &steelyard.Exec{Procs: []steelyard.Proc{{
		Role: steelyard.ProcCandidate, Argv: []string{steelyard.WorkDir + "/" + binary},
		Files:  map[string]steelyard.Blob{sourceC: steelyard.Text(read(name))},
		Limits: limits(change),
	}}}
}

func command(change func(*steelyard.Proc), argv ...string) *steelyard.Exec {
	x := &steelyard.Exec{Procs: []steelyard.Proc{{Role: steelyard.ProcCandidate, Argv: argv, Limits: limits(nil)}}}
	if change != nil {
		change(&x.Procs[0])
	}
	return x
}

func collecting(x *steelyard.Exec, paths ...string) *steelyard.Exec {
	x.Procs[0].Collect = paths
	return x
}

// Cases returns all attacks, in the order of their areas.
func Cases() []Case {
	var out []Case
	add := func(area string, cases []Case) {
		for _, c := range cases {
			c.Area = area
			out = append(out, c)
		}
	}
	add("resources", resourceCases())
	add("files", fileCases())
	add("processes", processCases())
	add("network", networkCases())
	add("rewards", rewardCases())
	return out
}

// first returns the outcome of the attacking process.
func first(o *steelyard.Observation) (*steelyard.ProcOutcome, error) {
	if o.Outcome.Infra != nil {
		return nil, fmt.Errorf("the attack became a failure of our own: %s", o.Outcome.Infra.Cause)
	}
	if len(o.Outcome.Procs) == 0 {
		return nil, fmt.Errorf("no process was observed")
	}
	return &o.Outcome.Procs[0], nil
}

// noEscape checks that no line of the attack's report begins with "escaped".
func noEscape(p *steelyard.ProcOutcome) error {
	for line := range strings.Lines(p.Stdout.String()) {
		if strings.HasPrefix(line, "escaped") {
			return fmt.Errorf("%s", strings.TrimSpace(line))
		}
	}
	return nil
}

// finished demands that the attack ran to its end and everything was refused.
func finished(o *steelyard.Observation) error {
	p, err := first(o)
	if err != nil {
		return err
	}
	if err := noEscape(p); err != nil {
		return err
	}
	if p.End != steelyard.EndExited || p.Code != 0 || !strings.HasSuffix(p.Stdout.String(), "done\n") {
		return fmt.Errorf("the attack did not run to its end: %s", told(p))
	}
	return nil
}

// endsWith demands one of some ends, and no escape before it.
func endsWith(ends ...steelyard.End) func(*steelyard.Observation) error {
	return func(o *steelyard.Observation) error {
		p, err := first(o)
		if err != nil {
			return err
		}
		if err := noEscape(p); err != nil {
			return err
		}
		if !slices.Contains(ends, p.End) {
			return fmt.Errorf("want %v, got %s", ends, told(p))
		}
		return nil
	}
}

// all joins checks.
func all(checks ...func(*steelyard.Observation) error) func(*steelyard.Observation) error {
	return func(o *steelyard.Observation) error {
		for _, c := range checks {
			if err := c(o); err != nil {
				return err
			}
		}
		return nil
	}
}

// either accepts a case that one of the checks accepts.
func either(checks ...func(*steelyard.Observation) error) func(*steelyard.Observation) error {
	return func(o *steelyard.Observation) error {
		var first error
		for _, c := range checks {
			err := c(o)
			if err == nil {
				return nil
			}
			if first == nil {
				first = err
			}
		}
		return first
	}
}

// says demands a word in the attack's report.
func says(word string) func(*steelyard.Observation) error {
	return func(o *steelyard.Observation) error {
		p, err := first(o)
		if err != nil {
			return err
		}
		if !strings.Contains(p.Stdout.String(), word) {
			return fmt.Errorf("the report lacks %q: %s", word, told(p))
		}
		return nil
	}
}

// within demands that the attack was over in time.
func within(d time.Duration) func(*steelyard.Observation) error {
	return func(o *steelyard.Observation) error {
		if w := o.Measure.Wall.Std(); w > d {
			return fmt.Errorf("it ran for %v, the limit allows %v", w, d)
		}
		return nil
	}
}

// told describes an end for people.
func told(p *steelyard.ProcOutcome) string {
	s := string(p.End)
	switch p.End {
	case steelyard.EndExited:
		s += fmt.Sprintf(" %d", p.Code)
	case steelyard.EndSignalled:
		s += fmt.Sprintf(" %d", p.Signal)
	}
	if p.Limit != "" {
		s += " (" + p.Limit + ")"
	}
	if p.Note != "" {
		s += ": " + p.Note
	}
	clip := func(b steelyard.Blob) string {
		t := strings.TrimSpace(b.String())
		return t[max(0, len(t)-200):]
	}
	return fmt.Sprintf("%s, stdout %q, stderr %q", s, clip(p.Stdout), clip(p.Stderr))
}
