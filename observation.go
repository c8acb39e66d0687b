package steelyard

import (
	"encoding/json"
	"slices"
)

// End says how a process ended.
type End string

// Ends of a process. The zero value is invalid.
const (
	EndExited      End = "exited"
	EndSignalled   End = "signalled"
	EndTimeout     End = "timeout"
	EndOOM         End = "oom"
	EndOutputLimit End = "output_limit"
	// EndDenied: the sandbox refused what the program asked for, and it died.
	EndDenied End = "denied"
	// EndNoStart: the command could not be executed (missing, not executable,
	// wrong format). The candidate's fault when the command is the candidate's.
	EndNoStart End = "no_start"
	// EndInfra: our own machinery failed; nothing is known about the program.
	EndInfra End = "infra"
	// EndNotRun: the execution ended before this process was started.
	EndNotRun End = "not_run"
)

// Observation is a fact about one step; it is never edited. Digests cover the
// Outcome only, so two executions that differ in speed are the same fact.
type Observation struct {
	Step    string  `json:"step"`
	Outcome Outcome `json:"outcome"`
	Measure Measure `json:"measure"`
}

// Outcome is what happened.
type Outcome struct {
	Procs []ProcOutcome `json:"procs,omitempty"`
	// Transcripts are the recorded links, in the order of Exec.Links.
	Transcripts []Blob `json:"transcripts,omitempty"`
	// Layer is the frozen working folder, when asked for and exit code 0.
	Layer Digest `json:"layer,omitempty"`
	// Answer is a judge's answer.
	Answer json.RawMessage `json:"answer,omitempty"`
	// Infra is set when our own machinery failed.
	Infra *Infra `json:"infra,omitempty"`
}

// Proc returns the outcome of the process with the role, or nil.
func (o *Outcome) Proc(role string) *ProcOutcome {
	for i := range o.Procs {
		if o.Procs[i].Role == role {
			return &o.Procs[i]
		}
	}
	return nil
}

// ProcOutcome is how one process ended and what it left.
type ProcOutcome struct {
	Role string `json:"role"`
	End  End    `json:"end"`
	// Code is the exit code after EndExited, Signal the number after EndSignalled.
	Code   int    `json:"code,omitempty"`
	Signal int    `json:"signal,omitempty"`
	Limit  string `json:"limit,omitempty"` // which limit ended it: "wall", "cpu", "memory", "stdout", …
	Note   string `json:"note,omitempty"`  // why a start failed
	// Order is the place among the processes of the Exec in which it ended, from
	// 1; 0 when there is only one, or it is not known. It tells who gave up first.
	Order  int  `json:"order,omitempty"`
	Stdout Blob `json:"stdout,omitzero"`
	Stderr Blob `json:"stderr,omitzero"`
	Result Blob `json:"result,omitzero"`
	// Truncated names the streams that were cut: "stdout", "stderr", "result".
	Truncated []string        `json:"truncated,omitempty"`
	Files     map[string]Blob `json:"files,omitempty"`
	// Rejected are collected paths that were not regular files or too large:
	// path to reason.
	Rejected map[string]string `json:"rejected,omitempty"`
	// PidsHit is set when the process limit refused a fork.
	PidsHit bool `json:"pids_hit,omitempty"`
}

// Infra names a failure of our own machinery.
type Infra struct {
	// Boundary is where it happened: "sandbox", "store", "tool", "judge".
	Boundary string `json:"boundary"`
	Cause    string `json:"cause"`
	// Retry is false when trying again cannot help.
	Retry bool `json:"retry,omitempty"`
}

// Measure is what an execution cost, and where. Volatile: no digest covers it.
type Measure struct {
	Wall    Duration `json:"wall"`
	CPU     Duration `json:"cpu"`
	PeakMem Size     `json:"peak_mem,omitempty"`
	// Tier is the isolation tier, e.g. "root+v1"; see `steelyard doctor`.
	Tier string `json:"tier,omitempty"`
	Host string `json:"host,omitempty"`
	// Queue and Setup are the time before the candidate started.
	Queue   Duration `json:"queue,omitempty"`
	Setup   Duration `json:"setup,omitempty"`
	Attempt int      `json:"attempt,omitempty"`
	// Warm is true when a warm interpreter was forked.
	Warm bool `json:"warm,omitempty"`
	// Cached is true when the observation was recorded by an earlier execution.
	Cached bool `json:"cached,omitempty"`
}

// InfraObservation returns the observation of a failure of our own machinery.
func InfraObservation(step, boundary, cause string, retry bool) Observation {
	return Observation{Step: step, Outcome: Outcome{Infra: &Infra{Boundary: boundary, Cause: cause, Retry: retry}}}
}

// Digest returns the digest of the Outcome, but for the order in which two
// processes ended: when both are done, it is a matter of chance.
func (o *Observation) Digest() (Digest, error) {
	out := o.Outcome
	for i := range out.Procs {
		if out.Procs[i].Order != 0 {
			out.Procs = slices.Clone(out.Procs)
			for k := range out.Procs {
				out.Procs[k].Order = 0
			}
			break
		}
	}
	return DigestJSON(out)
}
