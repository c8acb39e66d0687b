package ledger

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"path/filepath"

	"steelyard"
)

// read lends fn a connection that cannot change anything. Statements of one fn
// may see different commits.
func (l *Ledger) read(ctx context.Context, fn func(c *conn) error) error {
	l.entering.RLock()
	defer l.entering.RUnlock()
	select {
	case <-l.closed:
		return ErrClosed
	default:
	}
	select {
	case c := <-l.readers:
		defer func() { l.readers <- c }()
		return l.named(fn(c))
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (l *Ledger) named(err error) error { return named(filepath.Join(l.dir, FileName), err) }

const selectRun = "SELECT name, info, began, finished, id FROM runs "

func (l *Ledger) scanRun(v []driver.Value) (Run, error) {
	info, err := l.payload(blob(v[1]))
	return Run{ID: text(v[0]), Info: info, Began: timeOf(integer(v[2])), Finished: timeOf(integer(v[3])), Resumed: true}, err
}

// Run returns the run id; ok is false when there is none.
func (l *Ledger) Run(ctx context.Context, id string) (run Run, ok bool, err error) {
	err = l.read(ctx, func(c *conn) error {
		return c.query(selectRun+"WHERE name=?", func(v []driver.Value) error {
			ok = true
			run, err = l.scanRun(v)
			return err
		}, id)
	})
	if err != nil {
		return Run{}, false, fmt.Errorf("read run %s: %w", id, err)
	}
	return run, ok, nil
}

// Runs returns all runs in the order in which they were begun.
func (l *Ledger) Runs(ctx context.Context) ([]Run, error) {
	var runs []Run
	err := l.read(ctx, func(c *conn) error {
		return c.query(selectRun+"ORDER BY id", func(v []driver.Value) error {
			run, err := l.scanRun(v)
			runs = append(runs, run)
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("read runs: %w", err)
	}
	return runs, nil
}

// Count is how far a run has come.
type Count struct {
	// Accepted rollouts, and how many of them have a result of the program that
	// is final or provisional.
	Accepted, Final, Provisional int64
}

// Count counts the run's rollouts and their results under the program. It reads
// the run's index entries, about a million a second.
func (l *Ledger) Count(ctx context.Context, run, program string) (n Count, err error) {
	err = l.read(ctx, func(c *conn) error {
		return c.query(`SELECT count(*), coalesce(sum(s.provisional=0),0), coalesce(sum(s.provisional=1),0)
			FROM runs u JOIN rollouts r ON r.id > u.id<<40 AND r.id < (u.id+1)<<40
			LEFT JOIN results s ON s.rollout=r.id AND s.program=(SELECT id FROM programs WHERE name=?)
			WHERE u.name=?`, func(v []driver.Value) error {
			n = Count{integer(v[0]), integer(v[1]), integer(v[2])}
			return nil
		}, program, run)
	})
	if err != nil {
		return Count{}, fmt.Errorf("count rollouts of run %s: %w", run, err)
	}
	return n, nil
}

// Task returns the JSON of the task; ok is false when there is none.
func (l *Ledger) Task(ctx context.Context, d steelyard.Digest) (b json.RawMessage, ok bool, err error) {
	key, err := d.Sum()
	if err == nil {
		err = l.read(ctx, func(c *conn) error {
			return c.query("SELECT r, body FROM tasks WHERE k=?", func(v []driver.Value) error {
				if !bytes.Equal(blob(v[0]), key[16:]) {
					return nil
				}
				ok = true
				b, err = l.payload(blob(v[1]))
				return err
			}, key[:16])
		})
	}
	if err != nil {
		return nil, false, fmt.Errorf("read task %s: %w", d, err)
	}
	return b, ok, nil
}

// Status is what the ledger holds of a rollout.
type Status struct {
	// Accepted: the run has a rollout of this id.
	Accepted bool
	// Recorded: it has a result, whose reward is Reward; Provisional says that
	// the next result replaces it.
	Recorded    bool
	Provisional bool
	Reward      json.RawMessage
}

// Rewards looks up rollouts of a run under a program, in order. Some hundreds a
// call are best.
func (l *Ledger) Rewards(ctx context.Context, run, program string, ids ...string) ([]Status, error) {
	out := make([]Status, len(ids))
	err := l.read(ctx, func(c *conn) error {
		runID, programID, err := nameIDs(c, run, program)
		for i := 0; i < len(ids) && err == nil; i++ {
			err = c.query(`SELECT s.reward, s.provisional FROM rollouts r
				LEFT JOIN results s ON s.rollout=r.id AND s.program=? WHERE r.run=? AND r.name=?`, func(v []driver.Value) error {
				out[i].Accepted = true
				if v[0] == nil {
					return nil
				}
				out[i].Recorded, out[i].Provisional = true, integer(v[1]) != 0
				out[i].Reward, err = l.payload(blob(v[0]))
				return err
			}, programID, runID, ids[i])
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("look up rollouts of run %s: %w", run, err)
	}
	return out, nil
}

// Reward is Rewards for one rollout.
func (l *Ledger) Reward(ctx context.Context, run, rollout, program string) (Status, error) {
	out, err := l.Rewards(ctx, run, program, rollout)
	if err != nil {
		return Status{}, err
	}
	return out[0], nil
}

// nameIDs returns the row ids of a run and a program; 0 is neither's.
func nameIDs(c *conn, run, program string) (runID, programID int64, err error) {
	err = c.query("SELECT (SELECT id FROM runs WHERE name=?), (SELECT id FROM programs WHERE name=?)", func(v []driver.Value) error {
		runID, programID = integer(v[0]), integer(v[1])
		return nil
	}, run, program)
	return runID, programID, err
}

const selectExecution = "SELECT id, k, r, outcome, flags, at, body FROM executions "

func (l *Ledger) scanExecution(v []driver.Value) (x Execution, err error) {
	x.ID, x.At = integer(v[0]), timeOf(integer(v[5]))
	key := append(bytes.Clone(blob(v[1])), blob(v[2])...)
	if len(key) != sha256.Size {
		return x, fmt.Errorf("%w: execution %d has no key", ErrDamaged, x.ID)
	}
	x.Key = steelyard.DigestFromSum([sha256.Size]byte(key))
	if o := blob(v[3]); len(o) == sha256.Size {
		x.Outcome = steelyard.DigestFromSum([sha256.Size]byte(o))
	}
	flags := integer(v[4])
	x.Reusable, x.Disputed = flags&flagReusable != 0, flags&flagDisputed != 0
	if x.Observation, err = l.payload(blob(v[6])); err != nil {
		err = fmt.Errorf("execution %d: %w", x.ID, err)
	}
	return x, err
}

// Execution returns the first reusable execution of the step; ok is false when
// there is none.
func (l *Ledger) Execution(ctx context.Context, key steelyard.Digest) (x Execution, ok bool, err error) {
	out, err := l.Executions(ctx, key)
	if err != nil || out[0] == nil {
		return Execution{}, false, err
	}
	return *out[0], true, nil
}

// Executions is Execution for several steps, in order: nil where there is none.
func (l *Ledger) Executions(ctx context.Context, keys ...steelyard.Digest) ([]*Execution, error) {
	out := make([]*Execution, len(keys))
	err := l.read(ctx, func(c *conn) error {
		for i, d := range keys {
			key, err := d.Sum()
			if err != nil {
				return err
			}
			err = c.query(selectExecution+"WHERE k=? AND r=? AND flags&1 ORDER BY id LIMIT 1", func(v []driver.Value) error {
				x, err := l.scanExecution(v)
				out[i] = &x
				return err
			}, key[:16], key[16:])
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("look up executions: %w", err)
	}
	return out, nil
}

// Attempts returns every execution of the step, reusable or not, oldest first.
func (l *Ledger) Attempts(ctx context.Context, key steelyard.Digest) ([]Execution, error) {
	var out []Execution
	sum, err := key.Sum()
	if err == nil {
		err = l.read(ctx, func(c *conn) error {
			return c.query(selectExecution+"WHERE k=? AND r=? ORDER BY id", func(v []driver.Value) error {
				x, err := l.scanExecution(v)
				out = append(out, x)
				return err
			}, sum[:16], sum[16:])
		})
	}
	if err != nil {
		return nil, fmt.Errorf("look up attempts of %s: %w", key, err)
	}
	return out, nil
}
