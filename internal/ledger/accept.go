package ledger

import (
	"bytes"
	"crypto/sha256"
	"database/sql/driver"
	"fmt"
	"time"

	"steelyard"
)

type beginRun struct {
	ticket
	id   string
	info []byte
	made bool
}

func (o *beginRun) cost() int { return 1 }

func (o *beginRun) apply(w *writer) error {
	_, ok, err := w.run(o.id)
	if err != nil || ok {
		return err
	}
	o.made = true
	_, err = w.conn.exec("INSERT INTO runs(name, info, began) VALUES(?, ?, ?)", o.id, o.info, now())
	return err
}

type finishRun struct {
	ticket
	id string
}

func (o *finishRun) cost() int { return 1 }

func (o *finishRun) apply(w *writer) error {
	run, ok, err := w.run(o.id)
	if err != nil {
		return err
	}
	if !ok {
		return &refusal{ErrUnknownRun}
	}
	_, err = w.conn.exec("UPDATE runs SET finished=? WHERE id=?", now(), run)
	return err
}

type taskRow struct {
	key  [sha256.Size]byte
	body []byte
}

type acceptTasks struct {
	ticket
	rows []taskRow
}

func (o *acceptTasks) cost() int { return len(o.rows) }

func (o *acceptTasks) apply(w *writer) error {
	for i := range o.rows {
		row := &o.rows[i]
		_, ok, err := w.task(row.key)
		if err != nil {
			return err
		}
		if ok {
			continue
		}
		id, err := w.conn.exec("INSERT INTO tasks(k, r, body) VALUES(?, ?, ?)", row.key[:16], row.key[16:], row.body)
		if err != nil {
			return err
		}
		remember(w.names.tasks, row.key, id)
	}
	return nil
}

type rolloutRow struct {
	run, id string
	task    [sha256.Size]byte
	content [sha256.Size]byte
	body    []byte
}

type acceptRollouts struct {
	ticket
	rows    []rolloutRow
	answers []Acceptance
}

func (o *acceptRollouts) cost() int { return len(o.rows) }

func (o *acceptRollouts) apply(w *writer) error {
	runs, tasks := make([]int64, len(o.rows)), make([]int64, len(o.rows))
	for i := range o.rows {
		row := &o.rows[i]
		var ok bool
		var err error
		if runs[i], ok, err = w.run(row.run); err != nil {
			return err
		} else if !ok {
			return &refusal{fmt.Errorf("rollout %s of run %s: %w", printable(row.id), row.run, ErrUnknownRun)}
		}
		if tasks[i], ok, err = w.task(row.task); err != nil {
			return err
		} else if !ok {
			return &refusal{fmt.Errorf("rollout %s of task %s: %w", printable(row.id), steelyard.DigestFromSum(row.task), ErrUnknownTask)}
		}
	}
	o.answers = make([]Acceptance, len(o.rows))
	var run, next int64
	for i := range o.rows {
		row := &o.rows[i]
		err := w.conn.query("SELECT content FROM rollouts WHERE run=? AND name=?", func(v []driver.Value) error {
			o.answers[i] = Conflict
			if bytes.Equal(blob(v[0]), row.content[:]) {
				o.answers[i] = Known
			}
			return nil
		}, runs[i], row.id)
		if err != nil {
			return err
		}
		if o.answers[i] != 0 {
			continue
		}
		if runs[i] != run {
			run = runs[i]
			if next, err = w.lastRollout(run); err != nil {
				return err
			}
		}
		next++
		_, err = w.conn.exec("INSERT INTO rollouts(id, run, name, task, content, body) VALUES(?, ?, ?, ?, ?, ?)",
			next, run, row.id, tasks[i], row.content[:], row.body)
		if err != nil {
			return err
		}
		o.answers[i] = New
	}
	return nil
}

// lastRollout returns the highest row id of the run's rollouts.
func (w *writer) lastRollout(run int64) (last int64, err error) {
	last = run << runShift
	err = w.conn.query("SELECT max(id) FROM rollouts WHERE id > ? AND id < ?", func(v []driver.Value) error {
		if id := integer(v[0]); id != 0 {
			last = id
		}
		return nil
	}, last, (run+1)<<runShift)
	return last, err
}

// run returns the row id of a run.
func (w *writer) run(name string) (int64, bool, error) {
	return w.named(w.names.runs, "SELECT id FROM runs WHERE name=?", name)
}

// program returns the row id of a reward program, which is made when new.
func (w *writer) program(name string) (int64, error) {
	id, ok, err := w.named(w.names.programs, "SELECT id FROM programs WHERE name=?", name)
	if err != nil || ok {
		return id, err
	}
	if id, err = w.conn.exec("INSERT INTO programs(name) VALUES(?)", name); err == nil {
		remember(w.names.programs, name, id)
	}
	return id, err
}

func (w *writer) named(known map[string]int64, q, name string) (id int64, ok bool, err error) {
	if id, ok = known[name]; ok {
		return id, true, nil
	}
	err = w.conn.query(q, func(v []driver.Value) error { id, ok = integer(v[0]), true; return nil }, name)
	if ok && err == nil {
		remember(known, name, id)
	}
	return id, ok, err
}

func (w *writer) task(key [sha256.Size]byte) (id int64, ok bool, err error) {
	if id, ok = w.names.tasks[key]; ok {
		return id, true, nil
	}
	err = w.conn.query("SELECT id, r FROM tasks WHERE k=?", func(v []driver.Value) error {
		if bytes.Equal(blob(v[1]), key[16:]) {
			id, ok = integer(v[0]), true
		}
		return nil
	}, key[:16])
	if ok && err == nil {
		remember(w.names.tasks, key, id)
	}
	return id, ok, err
}

// now is the time in the ledger: microseconds since 1970.
func now() int64 { return time.Now().UnixMicro() }

func timeOf(micros int64) time.Time {
	if micros == 0 {
		return time.Time{}
	}
	return time.UnixMicro(micros).UTC()
}
