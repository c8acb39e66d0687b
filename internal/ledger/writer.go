package ledger

import (
	"context"
	"database/sql/driver"
	"errors"
	"os"
	"time"
)

// op is one change on its way to the writer.
type op interface {
	// apply makes the change inside a transaction. A *refusal means that nothing
	// was written for this op; any other error voids the transaction.
	apply(w *writer) error
	// cost is about how many rows it writes.
	cost() int
	answer() *ticket
}

// ticket is how the caller of an op learns what came of it.
type ticket struct {
	done chan struct{}
	err  error
}

func (t *ticket) answer() *ticket { return t }

// refusal is an error of one op that leaves the transaction clean.
type refusal struct{ err error }

func (r *refusal) Error() string { return r.err.Error() }
func (r *refusal) Unwrap() error { return r.err }

// send hands an op to the writer.
func (l *Ledger) send(ctx context.Context, o op) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	o.answer().done = make(chan struct{})
	l.entering.RLock()
	defer l.entering.RUnlock()
	select {
	case <-l.closed:
		return ErrClosed
	default:
	}
	select {
	case l.ops <- o:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (t *ticket) wait(ctx context.Context) error {
	select {
	case <-t.done:
		return t.err
	default:
	}
	select {
	case <-t.done:
		return t.err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (l *Ledger) commit(ctx context.Context, o op) error {
	if err := l.send(ctx, o); err != nil {
		return err
	}
	return l.named(o.answer().wait(ctx))
}

// Failpoints returns the names of the points of the write path, in the order in
// which a commit passes them.
func Failpoints() []string {
	return []string{
		"batch.taken", // changes are taken from their callers, nothing is written
		"batch.begun", // the transaction is open
		"batch.row",   // one change of several is written
		"batch.ready", // all are written, not committed
		"batch.committed",
		"batch.answered",
	}
}

// maxBatch bounds the rows of one transaction, and with it the time that others
// wait and the memory that dirty pages take.
const maxBatch = 8192

// gather is how long changes wait for others when there are several callers.
const gather = 2 * time.Millisecond

// writer is the one goroutine of a Ledger that changes the database.
type writer struct {
	conn  *conn
	turn  *turn
	fail  func(string)
	names *names

	wal    string // path of the write-ahead log
	walMax int64
}

func (w *writer) close() error { return errors.Join(w.conn.close(), w.turn.close()) }

// loop commits what is waiting until ops is closed.
func (w *writer) loop(ops <-chan op) {
	var batch []op
	for first := range ops {
		if len(batch) > 1 {
			// There is company: a little patience makes fewer and larger commits of
			// it, each of which writes the pages it touches once. A lone caller, who
			// waits for each answer, never waits for this.
			time.Sleep(gather)
		}
		batch = append(batch[:0], first)
		rows := first.cost()
	fill:
		for rows < maxBatch {
			select {
			case o, open := <-ops:
				if !open {
					break fill
				}
				batch = append(batch, o)
				rows += o.cost()
			default:
				break fill
			}
		}
		w.commit(batch)
		clear(batch)
	}
}

// commit makes the changes in one transaction and answers their callers. When
// one spoils the transaction, each is tried alone, so that it fails alone.
func (w *writer) commit(batch []op) {
	w.fail("batch.taken")
	err := w.try(batch)
	if err != nil && len(batch) > 1 {
		for _, o := range batch {
			w.answer(w.try([]op{o}), o)
		}
	} else {
		w.answer(err, batch...)
	}
	w.fail("batch.answered")
}

// answer tells callers that their changes are committed, or failed with err. A
// refusal is on its ticket already.
func (w *writer) answer(err error, batch ...op) {
	for _, o := range batch {
		t := o.answer()
		if err != nil {
			t.err = err
		}
		close(t.done)
	}
}

// try runs one transaction. An error means that nothing of it was committed, so
// nothing after the commit may fail: an unlock that does is made up for by the
// kernel when the file is closed.
func (w *writer) try(batch []op) error {
	if err := w.turn.take(context.Background()); err != nil {
		return err
	}
	defer func() { _ = w.turn.give() }()
	if _, err := w.conn.exec("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	w.fail("batch.begun")
	for _, o := range batch {
		err := o.apply(w)
		if no, ok := errors.AsType[*refusal](err); ok {
			o.answer().err = no.err
			continue
		}
		if err != nil {
			return errors.Join(err, w.rollback())
		}
		o.answer().err = nil
		w.fail("batch.row")
	}
	w.fail("batch.ready")
	if _, err := w.conn.exec("COMMIT"); err != nil {
		return errors.Join(err, w.rollback())
	}
	w.fail("batch.committed")
	w.restartLog()
	return nil
}

// rollback also forgets the row ids learnt meanwhile, which may be of rows that
// are gone. SQLite rolls some failures back by itself.
func (w *writer) rollback() error {
	w.names = newNames()
	_, err := w.conn.exec("ROLLBACK")
	if err != nil && w.idle() {
		return nil
	}
	return err
}

// idle reports whether no transaction is open: only then can one begin.
func (w *writer) idle() bool {
	if _, err := w.conn.exec("BEGIN"); err != nil {
		return false
	}
	_, err := w.conn.exec("ROLLBACK")
	return err == nil
}

// restartLog waits for readers when the log has become too long, which happens
// when there is always one that still needs its beginning. A failure costs
// space, not truth, and the next commit tries again.
func (w *writer) restartLog() {
	info, err := os.Stat(w.wal)
	if err != nil || info.Size() < w.walMax {
		return
	}
	_ = w.conn.query("PRAGMA wal_checkpoint(TRUNCATE)", func([]driver.Value) error { return nil })
}

// names remembers row ids of names and tasks that the writer met. Rows of these
// tables are never removed while a ledger is open.
type names struct {
	runs, programs map[string]int64
	tasks          map[[32]byte]int64
}

// maxNames bounds each map; a full one is emptied.
const maxNames = 1 << 15

func newNames() *names {
	return &names{runs: map[string]int64{}, programs: map[string]int64{}, tasks: map[[32]byte]int64{}}
}

func remember[K comparable](m map[K]int64, key K, id int64) {
	if len(m) >= maxNames {
		clear(m)
	}
	m[key] = id
}
