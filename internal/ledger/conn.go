package ledger

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"steelyard"
)

// conn is one SQLite connection with its prepared statements. It is used below
// database/sql, whose locking and conversions cost as much as the statements
// themselves. It is not safe for concurrent use.
type conn struct {
	raw   driver.Conn
	stmts map[string]driver.Stmt
	args  []driver.NamedValue
}

// dial opens a connection to the database file. As an address, because a bare
// path is cut at its first question mark.
func dial(ctx context.Context, path string, pragmas ...string) (*conn, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	connector, err := sqlite.NewConnector((&url.URL{Scheme: "file", Path: abs}).String())
	if err != nil {
		return nil, err
	}
	raw, err := connector.Connect(ctx)
	if err != nil {
		return nil, explain(err)
	}
	c := &conn{raw: raw, stmts: map[string]driver.Stmt{}}
	for _, p := range pragmas {
		if err := c.query("PRAGMA "+p, func([]driver.Value) error { return nil }); err != nil {
			return nil, errors.Join(err, c.close())
		}
	}
	return c, nil
}

func (c *conn) close() error {
	var errs []error
	for _, s := range c.stmts {
		errs = append(errs, s.Close())
	}
	return errors.Join(append(errs, c.raw.Close())...)
}

func (c *conn) prepare(q string, args []any) (driver.Stmt, error) {
	c.args = c.args[:0]
	for i, a := range args {
		c.args = append(c.args, driver.NamedValue{Ordinal: i + 1, Value: a})
	}
	if s, ok := c.stmts[q]; ok {
		return s, nil
	}
	s, err := c.raw.Prepare(q)
	if err != nil {
		return nil, explain(err)
	}
	c.stmts[q] = s
	return s, nil
}

// exec runs one statement and returns the row id it inserted, if any.
// Statements are short, so no context interrupts them.
func (c *conn) exec(q string, args ...any) (int64, error) {
	s, err := c.prepare(q, args)
	if err != nil {
		return 0, err
	}
	res, err := s.(driver.StmtExecContext).ExecContext(context.Background(), c.args)
	if err != nil {
		return 0, explain(err)
	}
	return res.LastInsertId()
}

// errStop ends a query early and without an error.
var errStop = errors.New("stop")

// query calls fn for each row, whose values are fn's only during the call,
// except for byte slices and strings, which it may keep.
func (c *conn) query(q string, fn func(row []driver.Value) error, args ...any) error {
	s, err := c.prepare(q, args)
	if err != nil {
		return err
	}
	rows, err := s.(driver.StmtQueryContext).QueryContext(context.Background(), c.args)
	if err != nil {
		return explain(err)
	}
	n := len(rows.Columns())
	row := make([]driver.Value, n)
	for err == nil {
		if err = rows.Next(row); err == nil {
			if err = fn(row); errors.Is(err, errStop) {
				return explain(rows.Close())
			}
			if err != nil {
				return errors.Join(err, rows.Close())
			}
		}
	}
	if cerr := rows.Close(); errors.Is(err, io.EOF) {
		err = cerr
	}
	return explain(err)
}

// explain turns what SQLite reports into our errors.
func explain(err error) error {
	var se *sqlite.Error
	if !errors.As(err, &se) {
		return err
	}
	switch se.Code() & 0xff {
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	case sqlite3.SQLITE_FULL:
		return &steelyard.InputError{
			Problem: "the disk of the state folder is full",
			Remedy:  "free space and give the same command again; nothing recorded is lost",
			Err:     err,
		}
	case sqlite3.SQLITE_IOERR:
		return &steelyard.InputError{
			Problem: "the disk of the state folder fails",
			Remedy:  "see to the disk, quotas and the file size limit (ulimit -f) and give the same command again; nothing recorded is lost",
			Err:     err,
		}
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		return unwritable("", err)
	}
	return err
}

// unwritable is the error of a state folder whose files cannot be opened. SQLite
// does not say when that is for want of descriptors, so it is tried out.
func unwritable(dir string, err error) error {
	in := &steelyard.InputError{
		File: dir, Problem: "the state folder cannot be written",
		Remedy: "make it writable or choose another with --state", Err: err,
	}
	f, none := os.Open(os.DevNull)
	if none == nil {
		none = f.Close()
	}
	if errors.Is(err, syscall.EMFILE) || errors.Is(none, syscall.EMFILE) {
		in.Problem, in.Remedy = "too few files may be open at once", "raise the limit (ulimit -n 1024)"
	}
	return in
}

// named says where the damage is and what can be done about it.
func named(path string, err error) error {
	if !errors.Is(err, ErrDamaged) {
		return err
	}
	if _, ok := errors.AsType[*steelyard.InputError](err); ok {
		return err
	}
	return &steelyard.InputError{
		File: path, Problem: "cannot be used", Err: err,
		Remedy: "restore it from a copy, or move its folder away to start anew",
	}
}

// printable is an id as messages show it: callers join ids of several parts with
// control characters.
func printable(id string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return '/'
		}
		return r
	}, id)
}

func integer(v driver.Value) int64 { n, _ := v.(int64); return n }
func blob(v driver.Value) []byte   { b, _ := v.([]byte); return b }
func text(v driver.Value) string   { s, _ := v.(string); return s }
