package steelyard

// Reward is the record that `steelyard score` writes, one a rollout.
type Reward struct {
	Type    string `json:"type"` // "reward"
	V       int    `json:"v"`
	Task    string `json:"task"`
	Rollout string `json:"rollout"`
	Run     string `json:"run"`
	Step    int    `json:"step"`
	Policy  string `json:"policy"`
	Group   string `json:"group"`
	Index   int    `json:"index"`
	// Value is the reward, or null when it is masked. Infrastructure failures
	// are always null, never 0.
	Value   *float64       `json:"reward"`
	Score   *float64       `json:"score"`
	Outcome VerdictOutcome `json:"outcome"`
	Cause   string         `json:"cause"`
	Channel string         `json:"channel"`
	// InBaseline: the rollout counts in its group's baseline. InLoss: it is
	// trained on. MaskCause says why not.
	InBaseline bool               `json:"in_baseline"`
	InLoss     bool               `json:"in_loss"`
	MaskCause  string             `json:"mask_cause"`
	Final      bool               `json:"final"`
	Parts      map[string]float64 `json:"parts"`
	Checks     CheckCounts        `json:"checks"`
	Flags      []string           `json:"flags"`
	Reason     string             `json:"reason,omitempty"`
	Trust      *Trust             `json:"trust"`
	Provenance Provenance         `json:"provenance"`
	Measure    *RewardMeasure     `json:"measure,omitempty"`
}

// CheckCounts counts checks.
type CheckCounts struct {
	Passed int `json:"passed"`
	Total  int `json:"total"`
}

// Trust says how far a reward can be relied on; absent until the task's suite
// has been audited.
type Trust struct {
	Alpha      *float64  `json:"alpha,omitempty"`
	Beta       *float64  `json:"beta,omitempty"`
	Prior      *float64  `json:"prior,omitempty"`
	PriorFrom  string    `json:"prior_from,omitempty"`
	Population string    `json:"population,omitempty"`
	PWrong     *float64  `json:"p_wrong_given_pass,omitempty"`
	Interval   []float64 `json:"interval,omitempty"`
	N          int       `json:"n,omitempty"`
	FlakeBound *float64  `json:"flake_bound,omitempty"`
	Sensors    []string  `json:"sensors,omitempty"`
	Audit      Digest    `json:"audit,omitempty"`
}

// Provenance says what a reward was computed from.
type Provenance struct {
	Task         Digest `json:"task"`
	Dataset      string `json:"dataset"`
	Env          Digest `json:"env"`
	Grader       string `json:"grader"`
	Program      string `json:"program"`
	Engine       string `json:"engine"`
	Observations Digest `json:"observations"`
}

// RewardMeasure holds a reward's volatile fields, dropped by --stable.
type RewardMeasure struct {
	Cached      bool    `json:"cached"`
	Attempt     int     `json:"attempt"`
	Tier        string  `json:"tier"`
	QueueMS     float64 `json:"queue_ms"`
	SetupMS     float64 `json:"setup_ms"`
	ExecMS      float64 `json:"exec_ms"`
	CPUMS       float64 `json:"cpu_ms"`
	JudgeTokens int     `json:"judge_tokens"`
}

// Summary is the last record of a complete stream.
type Summary struct {
	Type     string `json:"type"` // "summary"
	V        int    `json:"v"`
	Scored   int    `json:"scored"`
	Passed   int    `json:"passed"`
	Failed   int    `json:"failed"`
	Unstable int    `json:"unstable"`
	Invalid  int    `json:"invalid"`
	Masked   int    `json:"masked"`
	Skipped  int    `json:"skipped,omitempty"`
	// WallS is in seconds and volatile: 0 under --stable.
	WallS float64 `json:"wall_s,omitempty"`
}

// ErrorRecord is written for a line that was skipped (--on-bad-line skip).
type ErrorRecord struct {
	Type   string `json:"type"` // "error"
	V      int    `json:"v"`
	File   string `json:"file"`
	Line   int    `json:"line"`
	Field  string `json:"field,omitempty"`
	Error  string `json:"error"`
	Remedy string `json:"remedy,omitempty"`
}
