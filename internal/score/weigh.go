package score

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"sync"
	"time"

	"steelyard"
	"steelyard/internal/grade"
)

// maxRounds bounds how often a grader may ask for more steps.
const maxRounds = 256

// weigh is the innermost Scorer: ask the grader, execute, ask again, judge.
func (e *Engine) weigh(ctx context.Context, job Job) Weighed {
	t := job.Task
	if t.Broken != "" {
		return e.judged(job, nil, broken(t.Broken))
	}
	select {
	case e.admitted <- struct{}{}:
		defer func() { <-e.admitted }()
	case <-ctx.Done():
		return Weighed{Err: context.Cause(ctx)}
	}
	return e.attempt(ctx, job)
}

// carryOut executes what the grader asks for until it asks for nothing more. end
// is set when there is a verdict already, without asking the grader for one.
func (e *Engine) carryOut(ctx context.Context, job Job, in grade.Input) (steps []Executed, seen []steelyard.Observation, end *steelyard.Verdict) {
	t := job.Task
	for round := 0; ; round++ {
		var next []steelyard.Step
		err := guarded(func() (err error) {
			next, err = t.Grader.Next(in, seen)
			return err
		})
		if err == nil && round == maxRounds && len(next) > 0 {
			err = fmt.Errorf("the grader asked for steps more than %d times", maxRounds)
		}
		if err != nil {
			v := e.faulty(t, err)
			return steps, seen, &v
		}
		if len(next) == 0 {
			return steps, seen, nil
		}
		done, stop := e.steps(ctx, job, in, next, seen)
		for i := range done {
			seen = append(seen, done[i].Observation)
		}
		steps = append(steps, done...)
		if fault := taskFault(done); fault != nil {
			v := broken(fault.Error())
			return nil, seen, &v
		}
		if stop {
			return steps, seen, nil
		}
	}
}

// verdict asks the grader what the observations mean. Our own failures are
// settled here, for no grader may forget them.
func (e *Engine) verdict(t *Task, in grade.Input, seen []steelyard.Observation) steelyard.Verdict {
	for i := range seen {
		if f := seen[i].Outcome.Infra; f != nil {
			return steelyard.Verdict{
				Outcome: steelyard.NotJudged, Cause: steelyard.CauseInfra, Channel: steelyard.ChannelSeparate,
				Reason: fmt.Sprintf("step %s: %s: %s", seen[i].Step, f.Boundary, f.Cause),
			}
		}
	}
	var v steelyard.Verdict
	err := guarded(func() (err error) {
		v, err = t.Grader.Verdict(in, seen)
		return err
	})
	if err == nil && (math.IsNaN(v.Score) || math.IsInf(v.Score, 0)) {
		err = fmt.Errorf("the score is %v: the weights of the checks have no finite sum", v.Score)
	}
	if err != nil {
		return e.faulty(t, err)
	}
	return v
}

// faulty is the verdict after a grader's error: the task is broken, or we are.
func (e *Engine) faulty(t *Task, err error) steelyard.Verdict {
	if p, ok := errors.AsType[*panicError](err); ok {
		e.cfg.Logger.Error("grader panicked", "task", t.ID, "grader", t.Grader.Name(), "panic", p.value, "stack", p.stack)
		return steelyard.Verdict{
			Outcome: steelyard.NotJudged, Cause: steelyard.CauseInfra,
			Channel: steelyard.ChannelSeparate, Reason: "grader " + t.Grader.Name() + ": " + err.Error(),
		}
	}
	return broken(err.Error())
}

func broken(reason string) steelyard.Verdict {
	return steelyard.Verdict{
		Outcome: steelyard.Invalid, Cause: steelyard.CauseTaskBroken,
		Channel: steelyard.ChannelSeparate, Reason: reason,
	}
}

// steps executes the independent steps of one request. It reports stop when
// going on is pointless: our machinery failed, or a check failed under EarlyExit.
func (e *Engine) steps(ctx context.Context, job Job, in grade.Input, next []steelyard.Step, seen []steelyard.Observation) (done []Executed, stop bool) {
	done = make([]Executed, len(next))
	if len(next) == 1 || e.cfg.EarlyExit || e.cfg.Jobs == 1 {
		for i := range next {
			done[i] = e.step(ctx, job, &next[i], seen)
			if done[i].Observation.Outcome.Infra != nil {
				return done[:i+1], true
			}
			if e.cfg.EarlyExit && i+1 < len(next) && e.failedAlready(job.Task, in, seen, done[:i+1]) {
				return done[:i+1], true
			}
		}
		return done, false
	}
	// The slots bound what really runs at once; a few goroutines more keep them fed.
	sem := make(chan struct{}, e.cfg.Jobs+1)
	var wg sync.WaitGroup
	for i := range next {
		sem <- struct{}{}
		wg.Go(func() {
			defer func() { <-sem }()
			done[i] = e.step(ctx, job, &next[i], seen)
		})
	}
	wg.Wait()
	for i := range done {
		stop = stop || done[i].Observation.Outcome.Infra != nil
	}
	return done, stop
}

// taskFault returns why the task is to blame for a step that could not be
// carried out.
func taskFault(done []Executed) error {
	for i := range done {
		if done[i].fault != nil {
			return done[i].fault
		}
	}
	return nil
}

// failedAlready asks the grader, which is pure and total, whether what is known
// so far has a failed check.
func (e *Engine) failedAlready(t *Task, in grade.Input, seen []steelyard.Observation, done []Executed) bool {
	all := append([]steelyard.Observation(nil), seen...)
	for i := range done {
		all = append(all, done[i].Observation)
	}
	v := e.verdict(t, in, all)
	for _, c := range v.Checks {
		if c.Status == steelyard.CheckFailed && c.Role != steelyard.RoleCanary {
			return true
		}
	}
	return false
}

// step makes one step executable and executes it.
func (e *Engine) step(ctx context.Context, job Job, s *steelyard.Step, seen []steelyard.Observation) Executed {
	began := time.Now()
	fail := func(boundary, cause string) Executed {
		return Executed{Observation: steelyard.InfraObservation(s.Name, boundary, cause, false)}
	}
	if s.Exec == nil {
		return fail("judge", "the engine has no judge for a question")
	}
	x := *s.Exec
	x.Procs = append([]steelyard.Proc(nil), x.Procs...)
	if err := e.fill(&x, job.Task.Task); err != nil {
		return fail("store", err.Error())
	}
	if x.BaseStep != "" {
		for i := range seen {
			if seen[i].Step == x.BaseStep {
				x.Base = seen[i].Outcome.Layer
			}
		}
		if x.Base == "" {
			return fail("grader", fmt.Sprintf("step %s wants the layer of step %q, which froze none", s.Name, x.BaseStep))
		}
	}
	env, err := e.cfg.Env(ctx, job.Task.Task, &x)
	if err != nil {
		done := fail("tool", err.Error())
		if in, ok := errors.AsType[*steelyard.InputError](err); ok {
			done.fault = in // what the task names is not there
		}
		return done
	}
	for _, name := range env.Missing(&x) {
		return fail("tool", fmt.Sprintf("this host has no %s; steelyard doctor says how to get it", name))
	}
	digest, err := env.KeyDigest(&x)
	if err != nil {
		return fail("store", err.Error())
	}
	key, err := steelyard.StepKey(&x, digest, e.cfg.Guest)
	if err != nil {
		return fail("store", err.Error())
	}
	profile := profileOf(digest, &x)
	if profile != "" && (job.cold || e.warm.off(profile)) {
		// After the key was made: how a process is started does not change what
		// the step is.
		for i := range x.Procs {
			x.Procs[i].Warm = nil
		}
	}
	c := &Call{
		Name: s.Name, Exec: &x, Env: env, EnvDigest: digest, Key: key, Rollout: job.Rollout.ID, Task: job.Task.ID,
		fresh: job.fresh && profile != "", profile: profile, began: began,
	}
	done := e.execute(ctx, c)
	done.Key, done.EnvDigest, done.profile = key, digest, profile
	done.Observation.Step = s.Name
	return done
}

// fill completes an Exec: limits from the task for the candidate's own
// processes and from the engine for all, and the content of every blob.
func (e *Engine) fill(x *steelyard.Exec, t *steelyard.Task) error {
	for i := range x.Procs {
		p := &x.Procs[i]
		if p.Role == steelyard.ProcCandidate {
			p.Limits = p.Limits.Or(t.Limits)
		}
		p.Limits = p.Limits.Or(DefaultLimits())
		var err error
		if p.Stdin, err = e.hold(p.Stdin); err != nil {
			return fmt.Errorf("standard input of %s: %w", p.Role, err)
		}
		for path, b := range p.Files {
			if b.Held() {
				continue
			}
			// The map is the grader's; it gets a copy the first time.
			held, err := e.hold(b)
			if err != nil {
				return fmt.Errorf("file %s of %s: %w", path, p.Role, err)
			}
			files := maps.Clone(p.Files)
			files[path] = held
			p.Files = files
		}
	}
	return nil
}

func (e *Engine) hold(b steelyard.Blob) (steelyard.Blob, error) {
	if b.Held() {
		return b, nil
	}
	raw, err := e.read(b)
	if err != nil {
		return b, err
	}
	return steelyard.Blob{Inline: raw, Digest: b.Digest, Size: int64(len(raw))}, nil
}

func (e *Engine) read(b steelyard.Blob) ([]byte, error) {
	if b.Held() {
		return b.Inline, nil
	}
	if e.cfg.Read == nil {
		return nil, fmt.Errorf("content %s is not at hand", b.Digest)
	}
	return e.cfg.Read(b)
}
