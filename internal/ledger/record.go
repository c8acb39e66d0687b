package ledger

import (
	"bytes"
	"crypto/sha256"
	"database/sql/driver"
	"encoding/json"
	"fmt"

	"steelyard"
)

// Flags of an execution's row.
const (
	flagReusable = 1 << iota
	flagDisputed
)

type executionRow struct {
	key     [sha256.Size]byte
	outcome []byte // 32 bytes, or nil
	flags   int64
	body    []byte
}

func (l *Ledger) executionRows(xs []Execution) ([]executionRow, error) {
	rows := make([]executionRow, len(xs))
	for i := range xs {
		var err error
		if rows[i], err = l.executionRow(&xs[i]); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

func (l *Ledger) executionRow(x *Execution) (row executionRow, err error) {
	if row.key, err = x.Key.Sum(); err != nil {
		return row, fmt.Errorf("step key: %w", err)
	}
	if x.Outcome != "" {
		sum, err := x.Outcome.Sum()
		if err != nil {
			return row, fmt.Errorf("outcome: %w", err)
		}
		row.outcome = sum[:]
	}
	if x.Reusable {
		row.flags = flagReusable
	}
	row.body, err = l.body(x.Observation)
	return row, err
}

type addExecutions struct {
	ticket
	rows []executionRow
	ids  []int64
}

func (o *addExecutions) cost() int { return len(o.rows) }

func (o *addExecutions) apply(w *writer) error {
	o.ids = make([]int64, len(o.rows))
	for i := range o.rows {
		var err error
		if o.ids[i], err = w.execution(&o.rows[i], 0); err != nil {
			return err
		}
	}
	return nil
}

// execution inserts a row. Reusable executions of one key that differ in their
// outcome are all marked.
func (w *writer) execution(row *executionRow, rollout int64) (int64, error) {
	flags := row.flags
	if row.outcome != nil && flags&flagReusable != 0 {
		var same []int64
		err := w.conn.query("SELECT id, r, outcome, flags FROM executions WHERE k=?", func(v []driver.Value) error {
			if !bytes.Equal(blob(v[1]), row.key[16:]) || integer(v[3])&flagReusable == 0 || v[2] == nil {
				return nil
			}
			if integer(v[3])&flagDisputed != 0 || !bytes.Equal(blob(v[2]), row.outcome) {
				flags |= flagDisputed
			}
			if integer(v[3])&flagDisputed == 0 {
				same = append(same, integer(v[0]))
			}
			return nil
		}, row.key[:16])
		if err != nil {
			return 0, err
		}
		if flags&flagDisputed != 0 {
			for _, id := range same {
				if _, err := w.conn.exec("UPDATE executions SET flags=flags|? WHERE id=?", int64(flagDisputed), id); err != nil {
					return 0, err
				}
			}
		}
	}
	var outcome any
	if row.outcome != nil {
		outcome = row.outcome
	}
	return w.conn.exec("INSERT INTO executions(k, r, outcome, flags, rollout, at, body) VALUES(?, ?, ?, ?, ?, ?, ?)",
		row.key[:16], row.key[16:], outcome, flags, rollout, now(), row.body)
}

type stepRow struct {
	name string
	key  [sha256.Size]byte
	// reused is the id of the recorded execution, or 0: then made is new.
	reused int64
	made   executionRow
}

type record struct {
	ticket
	run, rollout, program string
	provisional           bool
	body                  []byte
	steps                 []stepRow
	retried               []executionRow

	l      *Ledger
	first  bool
	reward json.RawMessage
}

func (l *Ledger) recordOp(r *Result) (*record, error) {
	if err := checkName("program", r.Program); err != nil {
		return nil, err
	}
	o := &record{
		l: l, run: r.Run, rollout: r.Rollout, program: r.Program, provisional: r.Provisional,
		steps: make([]stepRow, len(r.Steps)), reward: r.Reward,
	}
	for i := range r.Steps {
		s, x := &o.steps[i], &r.Steps[i].Execution
		s.name = r.Steps[i].Name
		var err error
		if x.ID != 0 {
			s.reused = x.ID
			s.key, err = x.Key.Sum()
		} else {
			s.made, err = l.executionRow(x)
		}
		if err != nil {
			return nil, fmt.Errorf("step %s: %w", s.name, err)
		}
	}
	var err error
	if o.retried, err = l.executionRows(r.Retried); err != nil {
		return nil, err
	}
	o.body, err = l.body(r.Reward)
	return o, err
}

func (o *record) cost() int { return 1 + len(o.steps) + len(o.retried) }

func (o *record) apply(w *writer) error {
	run, ok, err := w.run(o.run)
	if err != nil {
		return err
	}
	if !ok {
		return &refusal{ErrUnknownRun}
	}
	program, err := w.program(o.program)
	if err != nil {
		return err
	}
	rollout, replaced, earlier, err := w.standing(run, o.rollout, program)
	if err != nil {
		return err
	}
	if rollout == 0 {
		return &refusal{ErrNotAccepted}
	}
	if earlier != nil {
		o.first = false
		if o.reward, err = o.l.payload(earlier); err != nil {
			return &refusal{err}
		}
		return nil
	}
	for i := range o.steps {
		if err := w.checkReuse(&o.steps[i]); err != nil {
			return err
		}
	}
	return o.insert(w, rollout, program, replaced)
}

// standing returns the row id of a rollout, 0 if there is none, and the result
// that holds already: the id of one that may be replaced, or the reward of one
// that may not.
func (w *writer) standing(run int64, name string, program int64) (rollout, replaced int64, reward []byte, err error) {
	err = w.conn.query(`SELECT r.id, s.id, s.provisional, s.reward FROM rollouts r
		LEFT JOIN results s ON s.rollout=r.id AND s.program=? WHERE r.run=? AND r.name=?`, func(v []driver.Value) error {
		rollout = integer(v[0])
		switch {
		case v[1] == nil:
		case integer(v[2]) != 0:
			replaced = integer(v[1])
		default:
			reward = blob(v[3])
		}
		return nil
	}, program, run, name)
	return rollout, replaced, reward, err
}

func (w *writer) checkReuse(s *stepRow) error {
	if s.reused == 0 {
		return nil
	}
	found := false
	err := w.conn.query("SELECT k, r FROM executions WHERE id=?", func(v []driver.Value) error {
		found = bytes.Equal(blob(v[0]), s.key[:16]) && bytes.Equal(blob(v[1]), s.key[16:])
		return nil
	}, s.reused)
	if err == nil && !found {
		return &refusal{fmt.Errorf("step %s, execution %d of %s: %w", s.name, s.reused, steelyard.DigestFromSum(s.key), ErrUnknownExecution)}
	}
	return err
}

func (o *record) insert(w *writer, rollout, program, replaced int64) error {
	if replaced != 0 {
		if _, err := w.conn.exec("DELETE FROM results WHERE id=?", replaced); err != nil {
			return err
		}
	}
	for i := range o.retried {
		if _, err := w.execution(&o.retried[i], rollout); err != nil {
			return err
		}
	}
	refs := make([]stepRef, len(o.steps))
	for i := range o.steps {
		s := &o.steps[i]
		refs[i] = stepRef{Name: s.name, Execution: s.reused}
		var err error
		if s.reused == 0 {
			refs[i].Execution, err = w.execution(&s.made, rollout)
		} else {
			_, err = w.conn.exec("INSERT OR IGNORE INTO reuses(execution, rollout) VALUES(?, ?)", s.reused, rollout)
		}
		if err != nil {
			return err
		}
	}
	steps, err := json.Marshal(refs)
	if err != nil {
		return err
	}
	provisional := int64(0)
	if o.provisional {
		provisional = 1
	}
	_, err = w.conn.exec("INSERT INTO results(rollout, program, provisional, at, reward, steps) VALUES(?, ?, ?, ?, ?, ?)",
		rollout, program, provisional, now(), o.body, seal(bodyInline, steps))
	o.first = err == nil
	return err
}

// stepRef is a step as a result's row holds it.
type stepRef struct {
	Name      string `json:"n"`
	Execution int64  `json:"x"`
}
