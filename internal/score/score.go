// Package score weighs rollouts: it carries out what a grader asks for, hands
// the observations back to it, and turns the verdict into a reward.
//
// The entry point is New, and Engine.Run for a stream of jobs. A Scorer weighs
// one job; an Executor carries out one step. What is done around an execution
// (retry of our own failures, confirmation of time-outs, reuse) and around a
// job (what is recorded already, counting, stopping when nothing works, checking
// warm interpreters against cold ones) are
// decorators of these two, one file each.
//
// The package never edits an observation's outcome after grading has seen it,
// never turns a failure of our own machinery into a reward of zero, and knows
// nothing of the meaning of a task: that is the graders' part.
package score

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/semaphore"

	"steelyard"
	"steelyard/internal/grade"
	"steelyard/internal/ledger"
	"steelyard/internal/sandbox"
	"steelyard/internal/tree"
)

// DefaultProgram names the built-in reward program: 1 for a pass, 0 for a fail,
// null for everything that is not the candidate's doing.
const DefaultProgram = "default@1"

// Job is one rollout to weigh.
type Job struct {
	Task    *Task
	Rollout *steelyard.Rollout
	// Gold says that the rollout is the task's own solution: when it fails, the
	// task is what is wrong.
	Gold bool

	ticket *ticket
	// fresh asks for fresh executions of steps that may be warm, and cold for cold
	// ones.
	fresh, cold bool
}

// Scorer weighs one job. It returns no error: what went wrong is in the reward.
type Scorer func(ctx context.Context, job Job) Weighed

// Weighed is a reward and the facts that it comes from.
type Weighed struct {
	Reward steelyard.Reward
	// Steps are the executions in the order in which the grader saw them.
	Steps []Executed
	// Verdict is the meaning of the steps; it is zero for a recorded reward.
	Verdict steelyard.Verdict
	// Recorded: the reward was in the ledger, and nothing was done.
	Recorded bool
	// Err is set when the run cannot go on, such as when the ledger failed.
	Err error
}

// Task is a task made ready to be weighed against.
type Task struct {
	*steelyard.Task
	Digest steelyard.Digest
	Grader grade.Grader
	// Inspection is what the grader said when the task was read.
	Inspection grade.Inspection
	// Broken says why no rollout of the task can be weighed; empty when they can.
	Broken string

	// accepted: the ledger has the task.
	accepted atomic.Bool
	control  control
}

// Config is what an Engine is made of.
type Config struct {
	// Graders by task kind.
	Graders map[string]grade.Grader
	// Env returns the environment of a task.
	Env func(ctx context.Context, task *steelyard.Task, x *steelyard.Exec) (*tree.Env, error)
	// Pool gives sandboxes.
	Pool *sandbox.Pool
	// Guest is the version of the programs that run inside sandboxes.
	Guest string
	// Ledger keeps what was observed; nil keeps nothing.
	Ledger *ledger.Ledger
	// Read returns the content of a blob that is not held inline.
	Read func(steelyard.Blob) ([]byte, error)
	// HasLayer tells whether a frozen layer is still there; nil means yes.
	HasLayer func(steelyard.Digest) bool
	// Jobs is how many executions run at once; the number of CPUs when 0.
	Jobs int
	// Run is the id of the run.
	Run string
	// Program is the reward program, DefaultProgram when empty.
	Program string
	// NoCache executes everything anew; Resample executes each rollout that
	// many times and calls disagreement unstable.
	NoCache  bool
	Resample int
	// Sample is the share of reuse that is executed again, in [0, 1].
	Sample float64
	// Seed picks what is sampled.
	Seed uint64
	// EarlyExit stops a rollout's checks at the first that fails.
	EarlyExit bool
	// Ordered yields rewards in the order of the jobs.
	Ordered bool
	Logger  *slog.Logger
}

// NoGold is why a task without a solution of its own cannot have it weighed.
const NoGold = "the task has no solution of its own to weigh"

// DefaultSample is the share of reuse that is executed again.
const DefaultSample = 0.02

// DefaultLimits are the limits of a process for which neither its grader nor
// its task says anything. Memory and Pids stay unset: they are guarantees, and
// asked for.
func DefaultLimits() steelyard.Limits {
	const sec = steelyard.Duration(1e9)
	return steelyard.Limits{
		Wall: 20 * sec, CPU: 10 * sec, Output: steelyard.MiB,
		Disk: 256 * steelyard.MiB, OpenFiles: 256,
	}
}

// Engine weighs rollouts. It is safe for concurrent use.
type Engine struct {
	cfg   Config
	slots *semaphore.Weighted
	// admitted bounds the jobs between their first question to the grader and
	// their verdict: enough to keep the slots fed, so that the others wait for
	// their turn before anything was done for them.
	admitted chan struct{}
	execute  Executor
	scorer   Scorer
	reused   *reuse
	meter    *Meter
	breaker  *breaker
	warm     *warmBook
}

// New returns an engine.
func New(cfg Config) (*Engine, error) {
	switch {
	case len(cfg.Graders) == 0:
		return nil, errors.New("score: no graders")
	case cfg.Env == nil || cfg.Pool == nil:
		return nil, errors.New("score: no environment or sandbox pool")
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	if cfg.Jobs <= 0 {
		cfg.Jobs = runtime.NumCPU()
	}
	if cfg.Program == "" {
		cfg.Program = DefaultProgram
	}
	if cfg.Resample > 1 {
		cfg.NoCache = true
	}
	e := &Engine{
		cfg: cfg, slots: semaphore.NewWeighted(int64(cfg.Jobs)),
		admitted: make(chan struct{}, 2*cfg.Jobs+2),
		meter:    &Meter{}, breaker: newBreaker(), warm: newWarmBook(),
	}
	e.reused = newReuse(e)
	// From the inside out: run it; ask again where our machinery failed; ask
	// again, alone, where time ran out; do not ask at all where it is known.
	e.execute = e.reused.wrap(e.confirmed(retried(e.sandboxed)))
	e.scorer = e.metered(e.broken(e.recorded(e.resampled(e.warmChecked(e.weigh)))))
	return e, nil
}

// Score weighs one job and records what came of it.
func (e *Engine) Score(ctx context.Context, job Job) Weighed { return e.scorer(ctx, job) }

// Meter returns the engine's counts, which move while it runs.
func (e *Engine) Meter() *Meter { return e.meter }

// Prepare makes a task ready: digest, grader, and the grader's inspection. A
// task that cannot be weighed is prepared too, and says why in Broken.
func (e *Engine) Prepare(t *steelyard.Task) (*Task, error) {
	d, err := t.ComputeDigest()
	if err != nil {
		return nil, fmt.Errorf("task %s: %w", t.ID, err)
	}
	p := &Task{Task: t, Digest: d, Broken: t.Broken}
	g, ok := e.cfg.Graders[t.Kind]
	if !ok {
		return nil, &steelyard.InputError{Field: "kind", Problem: fmt.Sprintf("task %s has the unknown kind %q", t.ID, t.Kind), Remedy: "steelyard list graders prints the kinds"}
	}
	p.Grader = g
	if ins, ok := g.(grade.Inspector); ok && p.Broken == "" {
		err := guarded(func() (err error) {
			p.Inspection, err = ins.Inspect(t)
			return err
		})
		if err != nil {
			p.Broken = err.Error()
		}
	}
	return p, nil
}

// guarded runs a grader's method. A grader is pure code over hostile data; if it
// panics, that is a bug of ours and must not take the run with it.
func guarded(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &panicError{value: p, stack: stack()}
		}
	}()
	return f()
}

type panicError struct {
	value any
	stack string
}

func (p *panicError) Error() string { return fmt.Sprintf("grader panicked: %v", p.value) }

func stack() string {
	buf := make([]byte, 8<<10)
	return string(buf[:runtime.Stack(buf, false)])
}
