package steelyard

// VerdictOutcome is one of the outcomes below; the zero value is invalid.
type VerdictOutcome string

// Outcomes of a verdict.
const (
	Pass     VerdictOutcome = "pass"
	Fail     VerdictOutcome = "fail"
	Unstable VerdictOutcome = "unstable"
	// Invalid: the task itself is broken; no rollout of it can be weighed.
	Invalid VerdictOutcome = "invalid"
	// NotJudged: infrastructure failed; the reward is null.
	NotJudged VerdictOutcome = "not_judged"
)

// Causes of a verdict other than pass.
const (
	CauseWrongAnswer  = "wrong_answer"
	CauseTimeout      = "timeout"
	CauseCompileError = "compile_error"
	CauseRuntimeError = "runtime_error"
	CauseNoAnswer     = "no_answer"
	CauseNoEntry      = "no_entry_point"
	CauseOOM          = "oom"
	CauseOutputLimit  = "output_limit"
	CauseDenied       = "denied"
	CauseBadValue     = "bad_value" // a value that cannot cross the process border
	CausePartial      = "partial"   // some checks passed
	CauseTaskBroken   = "task_broken"
	CauseInfra        = "infra"
	CauseFactsMissing = "facts_missing"
)

// Channels a verdict can come from.
const (
	// ChannelSeparate: the tests never shared a process with the candidate.
	ChannelSeparate = "separate"
	// ChannelInProcess: they did, and trust is capped.
	ChannelInProcess = "in_process"
)

// Statuses of a check.
const (
	CheckPassed = "passed"
	CheckFailed = "failed"
	CheckNotRun = "not_run"
	// CheckSkipped: the check does not apply (outside the contract).
	CheckSkipped = "skipped"
)

// Verdict is the meaning of the observations of one rollout.
type Verdict struct {
	Outcome VerdictOutcome `json:"outcome"`
	Cause   string         `json:"cause,omitempty"`
	// Score is in [0, 1]: the weighted share of checks that passed, or 1 and 0
	// where the task is all or nothing.
	Score   float64       `json:"score"`
	Checks  []CheckResult `json:"checks,omitempty"`
	Flags   []string      `json:"flags,omitempty"`
	Channel string        `json:"channel"`
	// Reason is one sentence for people.
	Reason string `json:"reason,omitempty"`
	// Extracted is what was taken from the answer, when that is not all of it.
	Extracted string   `json:"extracted,omitempty"`
	Evidence  Evidence `json:"evidence,omitempty"`
}

// CheckResult is the fate of one check.
type CheckResult struct {
	ID     string  `json:"id"`
	Status string  `json:"status"`
	Weight float64 `json:"weight,omitempty"`
	Role   Role    `json:"role,omitempty"`
	// Detail is one line for people: expected and found, or the error.
	Detail string `json:"detail,omitempty"`
}

// Evidence is the named numbers a verdict exposes to reward programs, such as
// "tests.passed" and "tests.weighted".
type Evidence map[string]float64

// Counts returns how many checks passed and how many count at all.
func (v *Verdict) Counts() (passed, total int) {
	for _, c := range v.Checks {
		if c.Status == CheckSkipped {
			continue
		}
		total++
		if c.Status == CheckPassed {
			passed++
		}
	}
	return passed, total
}
