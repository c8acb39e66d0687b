package ledger

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"iter"

	"steelyard"
)

// Entry is an accepted rollout and what came of it.
type Entry struct {
	Rollout Rollout
	// Result is nil while there is none. Its Retried is always empty: see
	// Attempts.
	Result *Result
}

// Entries yields the run's rollouts in the order in which they were accepted,
// each with its result under the program; an empty program means the one that
// was recorded first. It reads a page at a time, so it uses constant memory,
// holds up nobody, and sees what is recorded while it goes on. After an error
// it ends.
func (l *Ledger) Entries(ctx context.Context, run, program string) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		err := l.eachEntry(ctx, run, program, func(e Entry) bool { return yield(e, nil) })
		if err != nil {
			yield(Entry{}, fmt.Errorf("read rollouts of run %s: %w", run, err))
		}
	}
}

func (l *Ledger) eachEntry(ctx context.Context, run, program string, yield func(Entry) bool) error {
	var runID, programID int64
	err := l.read(ctx, func(c *conn) (err error) {
		runID, programID, err = nameIDs(c, run, program)
		return err
	})
	if err != nil || runID == 0 {
		return err
	}
	p := page{l: l, last: runID << runShift, end: (runID + 1) << runShift, program: programID, first: program == ""}
	for {
		if err := l.read(ctx, p.fill); err != nil {
			return err
		}
		if len(p.rows) == 0 {
			return nil
		}
		for i := range p.rows {
			row := &p.rows[i]
			row.Rollout.Run = run
			if row.Result != nil {
				// Steps are read one rollout at a time: they may be large.
				err := l.read(ctx, func(c *conn) (err error) {
					row.Result.Steps, err = l.steps(c, row.refs)
					return err
				})
				if err != nil {
					return fmt.Errorf("rollout %s: %w", printable(row.Rollout.ID), err)
				}
			}
			if !yield(row.Entry) {
				return nil
			}
			*row = pageRow{}
		}
	}
}

// Entry returns one rollout of a run with its result under the program, as
// Entries does; ok is false when the run has no such rollout.
func (l *Ledger) Entry(ctx context.Context, run, rollout, program string) (e Entry, ok bool, err error) {
	all, err := l.explain(ctx, rollout, run)
	if err != nil {
		return Entry{}, false, fmt.Errorf("read rollout %s of run %s: %w", printable(rollout), run, err)
	}
	for i := range all {
		if all[i].Result != nil && (program == "" || all[i].Result.Program == program) {
			return all[i], true, nil
		}
	}
	if len(all) == 0 {
		return Entry{}, false, nil
	}
	all[0].Result = nil
	return all[0], true, nil
}

// IDs yields the ids of the run's rollouts in the order of their bytes. It reads
// an index only, which is many times faster than Entries.
func (l *Ledger) IDs(ctx context.Context, run string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		last := ""
		for {
			var ids []string
			err := l.read(ctx, func(c *conn) error {
				return c.query(`SELECT name FROM rollouts WHERE run=(SELECT id FROM runs WHERE name=?)
					AND name > ? ORDER BY name LIMIT ?`, func(v []driver.Value) error {
					ids = append(ids, text(v[0]))
					return nil
				}, run, last, int64(4*pageRows))
			})
			if err != nil {
				yield("", fmt.Errorf("read ids of run %s: %w", run, err))
				return
			}
			if len(ids) == 0 {
				return
			}
			for _, id := range ids {
				if !yield(id, nil) {
					return
				}
			}
			last = ids[len(ids)-1]
		}
	}
}

// page is what Entries reads in one query; its bounds are those of its memory.
type page struct {
	l         *Ledger
	last, end int64 // row ids, both exclusive
	program   int64
	first     bool // the result recorded first, of any program

	rows []pageRow
	size int
}

type pageRow struct {
	Entry
	refs []byte
}

const (
	pageRows  = 256
	pageBytes = 8 << 20
)

const (
	selectEntry = `SELECT r.id, r.name, t.k, t.r, r.body, u.name, p.name, s.provisional, s.reward, s.steps
		FROM rollouts r JOIN runs u ON u.id=r.run JOIN tasks t ON t.id=r.task LEFT JOIN results s ON s.rollout=r.id`
	joinProgram = ` LEFT JOIN programs p ON p.id=s.program `
)

func (p *page) fill(c *conn) error {
	p.rows, p.size = p.rows[:0], 0
	q := selectEntry + " AND s.program=?1" + joinProgram
	if p.first {
		q = selectEntry + " AND s.id=(SELECT min(id) FROM results WHERE rollout=r.id AND ?1=0)" + joinProgram
	}
	return c.query(q+"WHERE r.id > ?2 AND r.id < ?3 ORDER BY r.id LIMIT ?4", func(v []driver.Value) error {
		row, err := p.l.scanEntry(v)
		if err != nil {
			return err
		}
		p.rows, p.last = append(p.rows, row), integer(v[0])
		p.size += len(row.Rollout.JSON)
		if row.Result != nil {
			p.size += len(row.Result.Reward) + len(row.refs)
		}
		if p.size > pageBytes {
			return errStop
		}
		return nil
	}, p.program, p.last, p.end, int64(pageRows))
}

func (l *Ledger) scanEntry(v []driver.Value) (row pageRow, err error) {
	row.Rollout = Rollout{ID: text(v[1]), Run: text(v[5])}
	key := append(bytes.Clone(blob(v[2])), blob(v[3])...)
	if len(key) != sha256.Size {
		return row, fmt.Errorf("%w: the task of rollout %s has no digest", ErrDamaged, printable(row.Rollout.ID))
	}
	row.Rollout.Task = steelyard.DigestFromSum([sha256.Size]byte(key))
	if row.Rollout.JSON, err = l.payload(blob(v[4])); err != nil {
		return row, fmt.Errorf("rollout %s: %w", printable(row.Rollout.ID), err)
	}
	if v[6] == nil {
		return row, nil
	}
	row.Result = &Result{Run: row.Rollout.Run, Rollout: row.Rollout.ID, Program: text(v[6]), Provisional: integer(v[7]) != 0}
	if row.Result.Reward, err = l.payload(blob(v[8])); err == nil {
		row.refs, err = l.payload(blob(v[9]))
	}
	if err != nil {
		return row, fmt.Errorf("result of rollout %s: %w", printable(row.Rollout.ID), err)
	}
	return row, nil
}

// steps reads the executions that a result refers to.
func (l *Ledger) steps(c *conn, refs []byte) ([]Step, error) {
	var list []stepRef
	if err := json.Unmarshal(refs, &list); err != nil {
		return nil, fmt.Errorf("%w: the steps of a result: %w", ErrDamaged, err)
	}
	steps := make([]Step, len(list))
	for i, ref := range list {
		found := false
		err := c.query(selectExecution+"WHERE id=?", func(v []driver.Value) (err error) {
			found = true
			steps[i].Name = ref.Name
			steps[i].Execution, err = l.scanExecution(v)
			return err
		}, ref.Execution)
		if err != nil {
			return nil, err
		}
		if !found {
			return nil, fmt.Errorf("%w: execution %d of step %s is gone", ErrDamaged, ref.Execution, ref.Name)
		}
	}
	return steps, nil
}

// Explain returns every accepted rollout of the id, over all runs in the order
// in which those were begun, once for each result it has, oldest first, or once
// without a result.
func (l *Ledger) Explain(ctx context.Context, rollout string) ([]Entry, error) {
	out, err := l.explain(ctx, rollout, "")
	if err != nil {
		return nil, fmt.Errorf("explain rollout %s: %w", printable(rollout), err)
	}
	return out, nil
}

// explain reads one run, or all when run is empty.
func (l *Ledger) explain(ctx context.Context, rollout, run string) (out []Entry, err error) {
	err = l.read(ctx, func(c *conn) error {
		var rows []pageRow
		// The cross join makes SQLite look the name up once for each run.
		q := `SELECT r.id, r.name, t.k, t.r, r.body, u.name, p.name, s.provisional, s.reward, s.steps
			FROM runs u CROSS JOIN rollouts r ON r.run=u.id AND r.name=? JOIN tasks t ON t.id=r.task
			LEFT JOIN results s ON s.rollout=r.id` + joinProgram
		args := []any{rollout}
		if run != "" {
			q, args = q+"WHERE u.name=? ", append(args, run)
		}
		err := c.query(q+"ORDER BY u.id, s.id", func(v []driver.Value) error {
			row, err := l.scanEntry(v)
			rows = append(rows, row)
			return err
		}, args...)
		for i := 0; i < len(rows) && err == nil; i++ {
			if rows[i].Result != nil {
				rows[i].Result.Steps, err = l.steps(c, rows[i].refs)
			}
			out = append(out, rows[i].Entry)
		}
		return err
	})
	return out, err
}

// Sharer is a rollout whose result rests on an execution.
type Sharer struct{ Run, Rollout string }

// Sharers returns the rollouts for which the step was executed or whose results
// reuse an execution of it, in the order in which they were accepted.
func (l *Ledger) Sharers(ctx context.Context, key steelyard.Digest) ([]Sharer, error) {
	var out []Sharer
	sum, err := key.Sum()
	if err == nil {
		err = l.read(ctx, func(c *conn) error {
			return c.query(`WITH x AS (SELECT id, rollout FROM executions WHERE k=? AND r=?),
				s AS (SELECT rollout FROM x WHERE rollout<>0
					UNION SELECT u.rollout FROM x JOIN reuses u ON u.execution=x.id)
				SELECT u.name, r.name FROM s JOIN rollouts r ON r.id=s.rollout JOIN runs u ON u.id=r.run ORDER BY r.id`,
				func(v []driver.Value) error {
					out = append(out, Sharer{Run: text(v[0]), Rollout: text(v[1])})
					return nil
				}, sum[:16], sum[16:])
		})
	}
	if err != nil {
		return nil, fmt.Errorf("look up sharers of %s: %w", key, err)
	}
	return out, nil
}

// Check reads the whole database and reports what is damaged as ErrDamaged; it
// takes seconds for a million rollouts and does not read blobs.
func (l *Ledger) Check(ctx context.Context) error {
	return l.read(ctx, func(c *conn) error {
		err := c.query("PRAGMA quick_check(1)", func(v []driver.Value) error {
			if s := text(v[0]); s != "ok" {
				return fmt.Errorf("%w: %s", ErrDamaged, s)
			}
			return nil
		})
		for _, table := range []string{"info FROM runs", "body FROM tasks", "body FROM rollouts", "body FROM executions", "reward FROM results", "steps FROM results"} {
			if err == nil {
				err = c.query("SELECT "+table, func(v []driver.Value) error {
					if err := context.Cause(ctx); err != nil {
						return err
					}
					return checkSum(blob(v[0]))
				})
			}
		}
		return err
	})
}
