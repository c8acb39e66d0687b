package steelyard

import "encoding/json"

// Step is what a grader asks for: exactly one of Exec and Ask is set.
type Step struct {
	// Name tells the grader's steps apart, e.g. "rows" or "case 3".
	Name string    `json:"name"`
	Exec *Exec     `json:"exec,omitempty"`
	Ask  *Question `json:"ask,omitempty"`
}

// Question is a question to a judge.
type Question struct {
	Judge  string          `json:"judge"`
	Prompt string          `json:"prompt"`
	Schema json.RawMessage `json:"schema,omitempty"`
}

// Exec is one execution: one or more processes, each a process tree of its own
// with its own PID and mount namespace, and the links between them.
type Exec struct {
	Procs []Proc `json:"procs"`
	// Links join standard streams of different processes.
	Links []Link `json:"links,omitempty"`
	// Base is a layer frozen by an earlier step; the working folder of every
	// process starts as a private copy-on-write view of it.
	Base Digest `json:"base,omitempty"`
	// BaseStep names the earlier step whose layer the engine puts into Base.
	BaseStep string `json:"base_step,omitempty"`
	// Freeze keeps the working folder of the first process as a layer when it
	// exits with code 0.
	Freeze bool `json:"freeze,omitempty"`
	// Confirm asks for a second, lone execution before a time-out counts.
	Confirm bool `json:"confirm,omitempty"`
}

// Process roles.
const (
	ProcCandidate  = "candidate"
	ProcCompiler   = "compiler"
	ProcTester     = "tester"
	ProcInteractor = "interactor"
	ProcChecker    = "checker"
	ProcGold       = "gold"
	ProcService    = "service"
)

// Proc is one process of an Exec.
type Proc struct {
	Role string `json:"role"`
	// Argv is the command. An Argv[0] that begins with "@" names a tool of the
	// environment: "@python", "@node", "@gcc". A path below WorkDir is the
	// candidate's own.
	Argv []string `json:"argv"`
	// Env is added to the environment's variables, as "KEY=value".
	Env []string `json:"env,omitempty"`
	// Stdin is what standard input holds unless a link feeds it.
	Stdin Blob `json:"stdin,omitzero"`
	// Files are put into the working folder before the start: relative path to
	// content, mode 0644, or 0755 for paths in Executable.
	Files      map[string]Blob `json:"files,omitempty"`
	Executable []string        `json:"executable,omitempty"`
	// Collect are relative paths of the working folder read after the end; a
	// path that ends in "/" collects the regular files below it.
	Collect []string `json:"collect,omitempty"`
	// Result asks for descriptor 3, captured apart from the standard streams.
	Result bool `json:"result,omitempty"`
	// Warm says that the process may be forked from an interpreter that has the
	// profile loaded, instead of being started: same program, same arguments.
	Warm   *Warm  `json:"warm,omitempty"`
	Limits Limits `json:"limits"`
}

// WorkDir is the working folder of every process, and GuestDir where the
// engine's own guest programs are mounted read-only.
const (
	WorkDir  = "/box/work"
	GuestDir = "/steelyard"
)

// Warm is the profile of a warm interpreter.
type Warm struct {
	// Driver is the guest program whose main(argv) the forked child calls.
	Driver string `json:"driver"`
	// Imports are modules loaded before the fork.
	Imports []string `json:"imports,omitempty"`
}

// Link carries what From writes on standard output to To's standard input.
// Both are roles of the same Exec.
type Link struct {
	From string `json:"from"`
	To   string `json:"to"`
	// Cap bounds the bytes that may pass; more ends the run with EndOutputLimit.
	// The first Record bytes are kept in the observation.
	Cap    Size `json:"cap,omitempty"`
	Record Size `json:"record,omitempty"`
}
