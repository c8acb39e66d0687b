package cli

import (
	"fmt"
	"path/filepath"
	"runtime"

	"steelyard"
)

// stateFlags say where the engine keeps what it knows.
type stateFlags struct {
	State string `placeholder:"DIR" help:"Folder for what was observed (default: steelyard below the XDG state folder)."`
}

// dir returns the state folder.
func (f *stateFlags) dir(w *world) (string, error) {
	dir := f.State
	switch {
	case dir != "":
	case w.Getenv("STEELYARD_STATE") != "":
		dir = w.Getenv("STEELYARD_STATE")
	case w.Getenv("XDG_STATE_HOME") != "":
		dir = filepath.Join(w.Getenv("XDG_STATE_HOME"), "steelyard")
	case w.Getenv("HOME") != "":
		dir = filepath.Join(w.Getenv("HOME"), ".local", "state", "steelyard")
	default:
		return "", &steelyard.InputError{Field: "--state", Problem: "there is no home folder to keep the state in", Remedy: "name a folder with --state"}
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", &steelyard.InputError{Field: "--state", Problem: dir + " has no absolute path", Err: err, Remedy: "name another folder"}
	}
	return abs, nil
}

// outputFlags say where records go and in which form.
type outputFlags struct {
	Out    string `placeholder:"FILE" help:"Write the records to FILE."`
	Format string `enum:"auto,text,jsonl" default:"auto" help:"auto (a table on a terminal, JSON lines elsewhere), text or jsonl."`
	Stable bool   `help:"Leave out what differs from run to run; with --ordered two runs give the same bytes."`
}

// hostFlags say what candidates run in.
type hostFlags struct {
	Jobs    int    `short:"j" placeholder:"N" help:"Executions at once (default: the number of CPUs)."`
	Sandbox string `default:"auto" placeholder:"NAME" help:"Sandbox backend; steelyard list sandboxes prints them."`
	Python  string `placeholder:"PATH" help:"Interpreter or virtual environment that Python candidates run in."`
}

func (f *hostFlags) jobs() (int, error) {
	switch {
	case f.Jobs < 0 || f.Jobs > 4096:
		return 0, &steelyard.InputError{Field: "--jobs", Problem: fmt.Sprintf("%d executions at once", f.Jobs), Remedy: "give a number between 1 and 4096"}
	case f.Jobs == 0:
		return runtime.NumCPU(), nil
	}
	return f.Jobs, nil
}

// engineFlags change how rollouts are weighed.
type engineFlags struct {
	EarlyExit bool    `help:"Stop a rollout's checks at the first that fails."`
	Ordered   bool    `help:"Write records in the order of the input."`
	NoCache   bool    `help:"Execute everything anew."`
	Resample  int     `placeholder:"K" help:"Execute every rollout K times; disagreement makes it unstable."`
	Recheck   float64 `default:"0.02" placeholder:"SHARE" help:"Share of reused executions, and of those by warm interpreters, that are made again as a check (default 0.02)."`
	Seed      uint64  `placeholder:"N" help:"Picks what is rechecked (default 0)."`
}

func (f *engineFlags) validate() error {
	if f.Resample < 0 || f.Resample > 1000 {
		return &steelyard.InputError{Field: "--resample", Problem: fmt.Sprintf("%d executions of each rollout", f.Resample), Remedy: "give a number between 2 and 1000"}
	}
	if f.Recheck < 0 || f.Recheck > 1 {
		return &steelyard.InputError{Field: "--recheck", Problem: fmt.Sprintf("a share of %g", f.Recheck), Remedy: "give a number between 0 and 1"}
	}
	return nil
}
