// Package grade says what a grader is: a compiler from a task and a rollout to
// steps, and an interpreter from observations to a verdict.
//
// A grader never acts. It holds no sandbox, clock, network or context, so the
// same observations give the same verdict on every machine and at any time. The
// sub-packages implement graders; each imports the root package and
// internal/compare only.
package grade

import "steelyard"

// Input is what a grader sees.
type Input struct {
	Task    *steelyard.Task
	Rollout *steelyard.Rollout
	// Read returns the content of a blob. Reading by content is still pure.
	Read func(steelyard.Blob) ([]byte, error)
}

// Grader turns a task and a rollout into steps and observations into a verdict.
type Grader interface {
	// Name is the name and version, "function@1". A change of behaviour
	// changes the version.
	Name() string
	// Next returns the next steps, all independent ones at once; no steps means
	// done. seen holds the observations so far in the order of the steps. An
	// error means that the task is broken, and says why.
	Next(in Input, seen []steelyard.Observation) ([]steelyard.Step, error)
	// Verdict is pure and total: it gives a verdict for every list of
	// observations, complete or not. A check that was not run is not_run.
	Verdict(in Input, seen []steelyard.Observation) (steelyard.Verdict, error)
}

// Inspection is what a grader can say of a task before any candidate runs.
type Inspection struct {
	// Mode is "rows", "tester", "in_process", "cases", …
	Mode string
	// Weak says why the task cannot be weighed reliably; empty when it can.
	Weak string
	// Checks is how many checks there are.
	Checks int
}

// Inspector is implemented by graders that fix how a task is weighed when it is
// read.
type Inspector interface {
	Inspect(task *steelyard.Task) (Inspection, error)
}
