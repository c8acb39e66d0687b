package score

import (
	"math"
	"slices"

	"steelyard"
)

// Causes for masking a reward.
const (
	MaskInfra    = "infra"
	MaskInvalid  = "task_invalid"
	MaskUnstable = "unstable"
)

// judged turns a verdict into a reward by the default program: 1 for a pass, 0
// for a fail, null for what is not the candidate's doing.
func (e *Engine) judged(job Job, steps []Executed, v steelyard.Verdict) Weighed {
	t := job.Task
	if job.Gold && v.Outcome == steelyard.Fail {
		v.Reason = goldReason(&v)
		v.Outcome, v.Cause = steelyard.Invalid, steelyard.CauseTaskBroken
	}
	if t.Inspection.Weak != "" {
		v.Flags = addFlag(v.Flags, FlagWeak)
		v.Channel = steelyard.ChannelInProcess
		if v.Reason == "" {
			v.Reason = "weakly weighed: " + t.Inspection.Weak
		}
	}
	if v.Outcome == "" {
		v.Outcome, v.Cause, v.Reason = steelyard.NotJudged, steelyard.CauseInfra, "grader "+t.Grader.Name()+" gave no outcome"
	}
	if v.Channel == "" {
		v.Channel = steelyard.ChannelSeparate
	}
	r := e.identified(job)
	r.Outcome, r.Cause, r.Channel, r.Reason = v.Outcome, v.Cause, v.Channel, v.Reason
	r.Checks.Passed, r.Checks.Total = v.Counts()
	r.Flags = v.Flags
	if r.Flags == nil {
		r.Flags = []string{}
	}
	r.Parts = map[string]float64{}
	switch v.Outcome {
	case steelyard.Pass, steelyard.Fail:
		value := 0.0
		if v.Outcome == steelyard.Pass {
			value = 1
		}
		score := v.Score
		r.Value, r.Score = &value, &score
		r.InBaseline, r.InLoss = true, true
		r.Parts["tests"] = v.Score
	case steelyard.Unstable:
		r.MaskCause = MaskUnstable
	case steelyard.Invalid:
		r.MaskCause = MaskInvalid
	case steelyard.NotJudged:
		r.MaskCause = MaskInfra
		if r.Cause == steelyard.CauseFactsMissing {
			r.MaskCause = steelyard.CauseFactsMissing
		}
	}
	e.provenance(&r, t, steps)
	measure(&r, steps)
	return Weighed{Reward: r, Steps: steps, Verdict: v}
}

// identified returns a reward with the rollout's identity and nothing else.
func (e *Engine) identified(job Job) steelyard.Reward {
	o := job.Rollout
	r := steelyard.Reward{
		Type: "reward", V: steelyard.WireVersion, Task: job.Task.ID, Rollout: o.ID, Run: o.Run,
		Step: o.Step, Policy: o.Policy, Group: o.Group, Index: o.Index, Final: true,
	}
	if r.Run == "" {
		r.Run = e.cfg.Run
	}
	if r.Group == "" {
		r.Group = job.Task.ID
	}
	return r
}

func (e *Engine) provenance(r *steelyard.Reward, t *Task, steps []Executed) {
	p := &r.Provenance
	p.Task, p.Dataset, p.Program, p.Engine = t.Digest, t.Dataset, e.cfg.Program, steelyard.Version
	if t.Revision != "" {
		p.Dataset += "@" + t.Revision
	}
	if t.Grader != nil {
		p.Grader = t.Grader.Name()
	}
	var digests []steelyard.Digest
	var envs []steelyard.Digest
	for i := range steps {
		d, err := steps[i].digest()
		if err != nil {
			e.cfg.Logger.Error("observation has no digest", "task", t.ID, "err", err)
			continue
		}
		digests = append(digests, d)
		if env := steps[i].EnvDigest; env != "" && !slices.Contains(envs, env) {
			envs = append(envs, env)
		}
	}
	if len(digests) > 0 {
		p.Observations = combine(digests)
	}
	// The steps of a rollout may depend on different tools.
	switch len(envs) {
	case 0:
	case 1:
		p.Env = envs[0]
	default:
		slices.Sort(envs)
		p.Env = combine(envs)
	}
}

func combine(ds []steelyard.Digest) steelyard.Digest {
	b := make([]byte, 0, len(ds)*72)
	for _, d := range ds {
		b = append(b, d...)
		b = append(b, '\n')
	}
	return steelyard.DigestOf(b)
}

// measure adds up what the steps cost. Reused steps cost what they cost then,
// which is what they would cost now.
func measure(r *steelyard.Reward, steps []Executed) {
	m := &steelyard.RewardMeasure{Cached: len(steps) > 0, Attempt: 1}
	for i := range steps {
		o := &steps[i].Observation.Measure
		m.Cached = m.Cached && o.Cached
		m.Attempt = max(m.Attempt, o.Attempt)
		if o.Tier != "" {
			m.Tier = o.Tier
		}
		m.QueueMS += o.Queue.Milliseconds()
		m.SetupMS += o.Setup.Milliseconds()
		m.ExecMS += o.Wall.Milliseconds()
		m.CPUMS += o.CPU.Milliseconds()
	}
	// Microseconds are as fine as anybody's question.
	for _, ms := range []*float64{&m.QueueMS, &m.SetupMS, &m.ExecMS, &m.CPUMS} {
		*ms = math.Round(*ms*1e3) / 1e3
	}
	r.Measure = m
}

// goldReason says which check the task's own solution fails, and how.
func goldReason(v *steelyard.Verdict) string {
	reason := "the task's own solution fails its own tests"
	for _, c := range v.Checks {
		if c.Status == steelyard.CheckFailed {
			reason += ": check " + c.ID
			if c.Detail != "" {
				return reason + ": " + c.Detail
			}
			break
		}
	}
	switch {
	case v.Reason != "":
		reason += ": " + v.Reason
	case v.Cause != "":
		reason += ": " + v.Cause
	}
	return reason
}
