package score

import (
	"context"
	"hash/fnv"
	"slices"
	"strings"
	"sync"

	"steelyard"
)

// FlagWarmUnconfirmed: the reward rests on a warm interpreter that turned out to
// differ from a cold one, and a cold execution could not be made.
const FlagWarmUnconfirmed = "warm_unconfirmed"

// warmAgreements is how many failures of a profile a cold interpreter has to
// confirm before only a sample is confirmed.
const warmAgreements = 50

// warmBook is what this process knows of the profiles of warm interpreters.
type warmBook struct {
	mu       sync.Mutex
	profiles map[string]*warmProfile
}

type warmProfile struct {
	agreed int
	// since counts the rollouts it decided unchecked since the last agreement.
	since int
	off   bool
}

func newWarmBook() *warmBook { return &warmBook{profiles: map[string]*warmProfile{}} }

// profileOf names the warm interpreters of a step, "" when it has none.
func profileOf(env steelyard.Digest, x *steelyard.Exec) string {
	var parts []string
	for i := range x.Procs {
		if w := x.Procs[i].Warm; w != nil {
			parts = append(parts, w.Driver+"("+strings.Join(w.Imports, ",")+")")
		}
	}
	if parts == nil {
		return ""
	}
	return string(env) + " " + strings.Join(parts, " ")
}

// update calls fn for each of the profiles with the book locked.
func (b *warmBook) update(profiles []string, fn func(p *warmProfile)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, name := range profiles {
		p := b.profiles[name]
		if p == nil {
			p = &warmProfile{}
			b.profiles[name] = p
		}
		fn(p)
	}
}

// off reports whether any of the profiles is run cold.
func (b *warmBook) off(profiles ...string) (off bool) {
	b.update(profiles, func(p *warmProfile) { off = off || p.off })
	return off
}

// due decides whether a verdict is to be confirmed, and counts it if not.
func (b *warmBook) due(profiles []string, failed, sampled bool) bool {
	due := sampled
	b.update(profiles, func(p *warmProfile) { due = due || failed && p.agreed < warmAgreements })
	if !due {
		b.update(profiles, func(p *warmProfile) { p.since++ })
	}
	return due
}

func (b *warmBook) agreed(profiles []string) {
	b.update(profiles, func(p *warmProfile) { p.agreed, p.since = p.agreed+1, 0 })
}

// disable has the profiles run cold from now on, and returns how many rollouts
// they decided since they were last found to agree.
func (b *warmBook) disable(profiles []string) (since int) {
	b.update(profiles, func(p *warmProfile) { since, p.off = since+p.since, true })
	return since
}

// warmChecked has failures that a warm interpreter led to confirmed by a cold one:
// each of the first of a profile, later a sample of them, and of passes that
// sample always. Where the two disagree the cold one counts, and if each stands by
// what it said when it is asked once more, the profile is run cold from then on.
// A program that does not stand by its own word is unstable, whoever runs it.
func (e *Engine) warmChecked(next Scorer) Scorer {
	return func(ctx context.Context, job Job) Weighed {
		w := next(ctx, job)
		if !settled(&w) {
			return w
		}
		fresh, all := warmProfiles(w.Steps)
		if len(all) > 0 && e.warm.off(all...) {
			return e.coldInstead(ctx, next, job, w)
		}
		if len(fresh) == 0 || spentItsTime(w.Steps) || !e.warm.due(fresh, w.Verdict.Outcome != steelyard.Pass, e.warmSampled(job)) {
			return w
		}
		e.meter.warmChecked.Add(1)
		cold := again(ctx, next, job, true)
		if !settled(&cold) {
			return w // it says nothing
		}
		if same(&w.Verdict, &cold.Verdict) {
			e.warm.agreed(fresh)
			keepAttempts(w.Steps, cold.Steps)
			return w
		}
		return e.disagreement(ctx, next, job, w, cold, fresh)
	}
}

// disagreement finds out whether it was the interpreter or the program.
func (e *Engine) disagreement(ctx context.Context, next Scorer, job Job, w, cold Weighed, profiles []string) Weighed {
	e.meter.warmDiffered.Add(1)
	cold2, w2 := again(ctx, next, job, true), again(ctx, next, job, false)
	keepAttempts(cold.Steps, w.Steps)
	if settled(&cold2) && settled(&w2) && (!same(&cold.Verdict, &cold2.Verdict) || !same(&w.Verdict, &w2.Verdict)) {
		for i := range cold.Steps {
			// So that a replay finds what the verdict rests on.
			if i < len(w.Steps) && cold.Steps[i].Key == w.Steps[i].Key && differ(&cold.Steps[i].Observation, &w.Steps[i].Observation) {
				cold.Steps[i].Again = &w.Steps[i].Observation
			}
		}
		return e.judged(job, cold.Steps, unstable(cold.Verdict, w.Verdict))
	}
	since := e.warm.disable(profiles)
	e.cfg.Logger.Warn("a warm interpreter weighs otherwise than a cold one; it is not used any more",
		"task", job.Task.ID, "rollout", job.Rollout.ID, "warm", w.Verdict.Outcome, "cold", cold.Verdict.Outcome,
		"profiles", profiles, "decided_since_last_agreement", since)
	for i := range w.Steps {
		e.reused.drop(w.Steps[i].Key)
	}
	return cold
}

// coldInstead weighs a rollout again whose warm interpreter was found wrong
// while it was being weighed.
func (e *Engine) coldInstead(ctx context.Context, next Scorer, job Job, w Weighed) Weighed {
	e.meter.warmChecked.Add(1)
	cold := again(ctx, next, job, true)
	if settled(&cold) {
		keepAttempts(cold.Steps, w.Steps)
		return cold
	}
	w.Verdict.Flags = addFlag(w.Verdict.Flags, FlagWarmUnconfirmed)
	w.Reward.Flags = addFlag(w.Reward.Flags, FlagWarmUnconfirmed)
	return w
}

// again weighs a job from fresh executions of the steps that may be warm.
func again(ctx context.Context, next Scorer, job Job, cold bool) Weighed {
	job.fresh, job.cold = true, cold
	return next(ctx, job)
}

// settled reports whether a verdict says something of the candidate, or of the
// task's own solution.
func settled(w *Weighed) bool {
	if w.Err != nil || len(w.Steps) == 0 {
		return false
	}
	o := w.Verdict.Outcome
	return o == steelyard.Pass || o == steelyard.Fail || o == steelyard.Invalid
}

// warmProfiles returns the profiles of the steps that a warm interpreter carried
// out: just now, and at any time.
func warmProfiles(steps []Executed) (fresh, all []string) {
	for i := range steps {
		s := &steps[i]
		if !s.Observation.Measure.Warm || s.profile == "" {
			continue
		}
		if !slices.Contains(all, s.profile) {
			all = append(all, s.profile)
		}
		if !s.Observation.Measure.Cached && !slices.Contains(fresh, s.profile) {
			fresh = append(fresh, s.profile)
		}
	}
	return fresh, all
}

// spentItsTime reports whether a program ran out of time computing. That is its
// own doing, and would cost as much again; one that waits in vain may well have
// been made to by the fork.
func spentItsTime(steps []Executed) bool {
	for i := range steps {
		o := &steps[i].Observation
		if ended(o) && o.Measure.CPU >= o.Measure.Wall/2 {
			return true
		}
	}
	return false
}

// keepAttempts keeps executions that do not count beside those that do.
func keepAttempts(steps, others []Executed) {
	for i := range steps {
		if i < len(others) && steps[i].Key == others[i].Key && !others[i].Observation.Measure.Cached {
			steps[i].Attempts = append(steps[i].Attempts, others[i].Observation)
		}
	}
}

func differ(a, b *steelyard.Observation) bool {
	x, errX := a.Digest()
	y, errY := b.Digest()
	return errX == nil && errY == nil && x != y
}

// warmSampled decides by seed and rollout, so that the same command takes the
// same sample.
func (e *Engine) warmSampled(job Job) bool {
	if e.cfg.Sample <= 0 {
		return false
	}
	h := fnv.New64a()
	h.Write([]byte("warm\x00" + job.Task.ID + "\x00" + job.Rollout.ID))
	return chance(h.Sum64()^e.cfg.Seed) < e.cfg.Sample
}
