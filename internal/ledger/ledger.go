// Package ledger keeps what was accepted and what came of it: runs, tasks,
// rollouts, every execution ever made, and the one reward of each (run, rollout,
// program). It is the truth about a run: the same command again goes on from
// what the ledger holds.
//
// The entry point is Open. The life of a rollout is AcceptTasks, AcceptRollouts,
// Execution for each step that may be known already, and Record once at its end.
//
// # Durability
//
// A call that changes the ledger returns after its change is committed. What is
// committed survives the end of the process at any moment, kill -9 included,
// whole or not at all. With Options.PowerSafe it also survives the loss of
// power; without it the changes of the last moments before such a loss may be
// missing, though never half there (docs/adr/0003-ledger.md says why that is
// the default).
//
// # Concurrency
//
// A Ledger is safe for concurrent use, and several processes may open one state
// folder. All changes of a process go through one goroutine that commits what
// is waiting in one transaction, so a change costs little when many callers are
// waiting and a disk flush when one is; a caller that must not wait uses
// Submit. Processes take turns at writing; readers never wait for writers. What
// a call has committed is seen by every call that starts afterwards, in every
// process.
//
// # Refusals
//
// The ledger never replaces a first result, never forgets an attempt, never
// reuses what its caller marked as not reusable, never opens a folder on a
// network file system, and never recreates what is damaged. It knows nothing of
// the meaning of the JSON it keeps.
package ledger

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"steelyard"
)

// Errors of the ledger; test with errors.Is.
var (
	// ErrDamaged: the state folder's content is not what was written.
	ErrDamaged = errors.New("ledger is damaged")
	// ErrClosed: the ledger was closed.
	ErrClosed = errors.New("ledger is closed")
	// ErrUnknownRun: BeginRun was not called for the run.
	ErrUnknownRun = errors.New("run is not in the ledger")
	// ErrUnknownTask: the task of a rollout was not accepted.
	ErrUnknownTask = errors.New("task is not in the ledger")
	// ErrNotAccepted: a result came for a rollout that was not accepted.
	ErrNotAccepted = errors.New("rollout was not accepted")
	// ErrUnknownExecution: a step refers to an execution that is not recorded,
	// or to one with another key.
	ErrUnknownExecution = errors.New("execution is not in the ledger")
)

// Blobs holds large payloads; *cas.Store implements it. Get returns verified
// content.
type Blobs interface {
	Put(b []byte) (steelyard.Digest, error)
	Get(d steelyard.Digest) ([]byte, error)
}

// Options says how a ledger behaves. The zero value is useful.
type Options struct {
	// Blobs holds payloads longer than InlineMax; nil keeps all of them in the
	// ledger. A folder that was written with Blobs must be opened with them.
	// With PowerSafe the store has to make its blobs durable too.
	Blobs Blobs
	// InlineMax is in bytes; 0 means DefaultInlineMax.
	InlineMax int
	// PowerSafe makes every commit wait for the disk.
	PowerSafe bool
	// Failpoint, when set, is called with the name of each point of the write
	// path (see Failpoints). Crash tests kill the process there.
	Failpoint func(name string)

	// For tests: the file system detection, and the length in bytes at which the
	// write-ahead log has to start again.
	statfs func(path string) (fsKind, error)
	walMax int64
}

// DefaultInlineMax is the longest payload in bytes that is kept in the ledger
// itself: a blob of its own costs a file and, to be durable, two disk flushes.
const DefaultInlineMax = 32 << 10

// MaxIDLen is the longest run, rollout or program name in bytes.
const MaxIDLen = 1024

// Run is one run as it was begun.
type Run struct {
	ID   string
	Info json.RawMessage
	// Began and Finished are in UTC; Finished is zero while the run is open.
	Began    time.Time
	Finished time.Time
	// Resumed: the run was there before BeginRun.
	Resumed bool
}

// Task is a task's digest and JSON form.
type Task struct {
	Digest steelyard.Digest
	JSON   json.RawMessage
}

// Rollout is a rollout as it was accepted.
type Rollout struct {
	Run string
	// ID is unique within the run; a source whose ids repeat from task to task
	// has to join both.
	ID   string
	Task steelyard.Digest
	JSON json.RawMessage
	// Content decides whether a rollout accepted again is the same one; empty
	// means the digest of JSON. The task is compared too.
	Content steelyard.Digest
}

// Acceptance says what became of an accepted rollout.
type Acceptance uint8

// Acceptances. The zero value is invalid.
const (
	_ Acceptance = iota
	// New: the ledger did not hold the rollout; now it does.
	New
	// Known: the ledger held the same rollout already.
	Known
	// Conflict: the run holds another rollout of this id; nothing was changed.
	Conflict
)

// Execution is one execution of a step: what was observed.
type Execution struct {
	// ID is given by the ledger; 0 on the way in.
	ID  int64
	Key steelyard.Digest
	// Outcome is the digest of what happened, without measures. Reusable
	// executions of one key whose outcomes differ are marked Disputed. Empty
	// means that outcomes are not compared.
	Outcome     steelyard.Digest
	Observation json.RawMessage
	// Reusable is false for infrastructure failures, unconfirmed time-outs, out
	// of memory, and runs that took over half their limit.
	Reusable bool
	// Disputed is set by the ledger, on every reusable execution of the key.
	Disputed bool
	// At is when it was recorded, in UTC.
	At time.Time
}

// Step is one step of a result: an execution and the name it has there.
//
// On the way in, Execution is either complete but for ID (it was executed now),
// or has ID and Key of a recorded one (it was reused). On the way out it is
// complete.
type Step struct {
	Name      string
	Execution Execution
}

// Result is what came of a rollout under one reward program.
type Result struct {
	Run     string
	Rollout string
	Program string
	Reward  json.RawMessage
	// Steps are in the order in which the grader sees their observations.
	Steps []Step
	// Retried are executions made for this rollout that no step refers to, such
	// as infrastructure failures before the attempt that counts.
	Retried []Execution
	// Provisional: a later result of the same run, rollout and program replaces
	// this one, as for a reward masked by an infrastructure failure. The
	// executions are kept either way.
	Provisional bool
}

// Recorded is the answer to a result.
type Recorded struct {
	// First: the result was recorded. Otherwise an earlier one holds, nothing of
	// the new one was kept, and Reward is the earlier one's.
	First  bool
	Reward json.RawMessage
}

// Ledger is an open ledger.
type Ledger struct {
	opt Options
	dir string

	ops    chan op
	closed chan struct{} // closed when Close begins
	done   chan struct{} // closed when the writer has ended
	close  func() error

	// entering guards ops against Close: senders hold it shared.
	entering sync.RWMutex

	readers chan *conn
}

// FileName is the name of the database in the state folder.
const FileName = "ledger.db"

// BeginRun starts the run id, or continues it: the info of the first call is
// kept, and the answer says whether the run was there before.
func (l *Ledger) BeginRun(ctx context.Context, id string, info json.RawMessage) (Run, error) {
	if err := checkName("run", id); err != nil {
		return Run{}, err
	}
	body, err := l.body(info)
	if err != nil {
		return Run{}, fmt.Errorf("begin run %s: %w", id, err)
	}
	o := &beginRun{id: id, info: body}
	if err := l.commit(ctx, o); err != nil {
		return Run{}, fmt.Errorf("begin run %s: %w", id, err)
	}
	run, ok, err := l.Run(ctx, id)
	if err == nil && !ok {
		err = ErrUnknownRun
	}
	run.Resumed = !o.made
	return run, err
}

// FinishRun notes that every rollout of the run was answered. A run that is
// begun again afterwards stays finished until it is finished again.
func (l *Ledger) FinishRun(ctx context.Context, id string) error {
	if err := l.commit(ctx, &finishRun{id: id}); err != nil {
		return fmt.Errorf("finish run %s: %w", id, err)
	}
	return nil
}

// AcceptTasks keeps the tasks; one whose digest is known is left as it is.
func (l *Ledger) AcceptTasks(ctx context.Context, tasks ...Task) error {
	if len(tasks) == 0 {
		return nil
	}
	o := &acceptTasks{rows: make([]taskRow, len(tasks))}
	for i, t := range tasks {
		row := &o.rows[i]
		var err error
		if row.key, err = t.Digest.Sum(); err == nil {
			row.body, err = l.body(t.JSON)
		}
		if err != nil {
			return fmt.Errorf("accept task %s: %w", t.Digest, err)
		}
	}
	if err := l.commit(ctx, o); err != nil {
		return fmt.Errorf("accept %d tasks: %w", len(tasks), err)
	}
	return nil
}

// AcceptRollouts keeps the rollouts and says for each, in order, whether it was
// new. All of one call are accepted or none; their tasks must have been
// accepted before. Some hundreds a call are best.
func (l *Ledger) AcceptRollouts(ctx context.Context, rollouts ...Rollout) ([]Acceptance, error) {
	if len(rollouts) == 0 {
		return nil, nil
	}
	o := &acceptRollouts{rows: make([]rolloutRow, len(rollouts))}
	for i := range rollouts {
		r := &rollouts[i]
		row := &o.rows[i]
		err := checkName("rollout", r.ID)
		if err == nil {
			row.task, err = r.Task.Sum()
		}
		if err == nil {
			row.content, err = contentOf(r)
		}
		if err == nil {
			row.run, row.id = r.Run, r.ID
			row.body, err = l.body(r.JSON)
		}
		if err != nil {
			return nil, fmt.Errorf("accept rollout %s: %w", printable(r.ID), err)
		}
	}
	if err := l.commit(ctx, o); err != nil {
		return nil, fmt.Errorf("accept %d rollouts: %w", len(rollouts), err)
	}
	return o.answers, nil
}

// AddExecutions keeps executions that belong to no rollout, such as those of a
// task's gold solution, and returns their ids in order.
func (l *Ledger) AddExecutions(ctx context.Context, xs ...Execution) ([]int64, error) {
	if len(xs) == 0 {
		return nil, nil
	}
	o := &addExecutions{}
	var err error
	if o.rows, err = l.executionRows(xs); err == nil {
		err = l.commit(ctx, o)
	}
	if err != nil {
		return nil, fmt.Errorf("add %d executions: %w", len(xs), err)
	}
	return o.ids, nil
}

// Record keeps the result of a rollout in one transaction: its reward, its
// steps, and the executions made for it. The first result that is not
// provisional wins; every later Record returns it.
func (l *Ledger) Record(ctx context.Context, r *Result) (Recorded, error) {
	return l.Submit(ctx, r).Wait(ctx)
}

// Submit is Record without waiting: the result is on its way when Submit
// returns, and Wait of what it returns tells when it is durable. The caller
// bounds how many are on their way.
func (l *Ledger) Submit(ctx context.Context, r *Result) *Pending {
	p := &Pending{run: r.Run, rollout: r.Rollout, path: filepath.Join(l.dir, FileName)}
	o, err := l.recordOp(r)
	if err == nil {
		p.op = o
		err = l.send(ctx, o)
	}
	p.err = err
	return p
}

// Pending is a result on its way.
type Pending struct {
	run, rollout string
	path         string // of the database
	op           *record
	err          error
}

// Wait returns once the result is durable, or with an error if it is not. When
// ctx ends first, the result may still become durable.
func (p *Pending) Wait(ctx context.Context) (Recorded, error) {
	err := p.err
	if err == nil {
		err = p.op.wait(ctx)
	}
	if err != nil {
		return Recorded{}, fmt.Errorf("record rollout %s of run %s: %w", printable(p.rollout), p.run, named(p.path, err))
	}
	return Recorded{First: p.op.first, Reward: p.op.reward}, nil
}

func checkName(what, name string) error {
	if name == "" || len(name) > MaxIDLen {
		return &steelyard.InputError{
			Field:   what,
			Problem: fmt.Sprintf("%s name has %d bytes", what, len(name)),
			Remedy:  fmt.Sprintf("use between 1 and %d", MaxIDLen),
		}
	}
	return nil
}
