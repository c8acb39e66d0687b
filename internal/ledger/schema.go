package ledger

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

// The numbers that mark a database as ours and name its layout.
const (
	applicationID = 0x5354594c // "STYL"
	schemaVersion = 1
)

// A rollout's row id is the run's shifted by runShift plus a number that counts
// up within the run: the rollouts of a run lie together in the order they were
// accepted in, and reading a run needs no index. Digests are stored whole, as
// their first 16 bytes (k, indexed) and the rest (r, compared).
const (
	runShift = 40

	schema = `
CREATE TABLE runs(
	id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, info BLOB NOT NULL,
	began INTEGER NOT NULL, finished INTEGER NOT NULL DEFAULT 0);
CREATE TABLE programs(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE tasks(id INTEGER PRIMARY KEY, k BLOB NOT NULL, r BLOB NOT NULL, body BLOB NOT NULL);
CREATE INDEX tasks_k ON tasks(k);
CREATE TABLE rollouts(
	id INTEGER PRIMARY KEY, run INTEGER NOT NULL, name TEXT NOT NULL,
	task INTEGER NOT NULL, content BLOB NOT NULL, body BLOB NOT NULL);
CREATE UNIQUE INDEX rollouts_name ON rollouts(run, name);
CREATE TABLE executions(
	id INTEGER PRIMARY KEY, k BLOB NOT NULL, r BLOB NOT NULL, outcome BLOB,
	flags INTEGER NOT NULL, rollout INTEGER NOT NULL, at INTEGER NOT NULL, body BLOB NOT NULL);
CREATE INDEX executions_k ON executions(k);
CREATE TABLE reuses(
	execution INTEGER NOT NULL, rollout INTEGER NOT NULL,
	PRIMARY KEY(execution, rollout)) WITHOUT ROWID;
CREATE TABLE results(
	id INTEGER PRIMARY KEY, rollout INTEGER NOT NULL, program INTEGER NOT NULL,
	provisional INTEGER NOT NULL, at INTEGER NOT NULL, reward BLOB NOT NULL, steps BLOB NOT NULL);
CREATE UNIQUE INDEX results_rollout ON results(rollout, program);
`
)

// The marker says that the folder holds a ledger, so that a database which is
// gone is not taken for one that never was.
const (
	markerName = "ledger.format"
	turnName   = "ledger.turn"
)

// prepareSchema makes the schema in a new database and checks it in an old one.
// The caller has the turn.
func prepareSchema(dir string, c *conn) (err error) {
	path := filepath.Join(dir, FileName)
	marker := filepath.Join(dir, markerName)
	number := func(q string) (n int64) {
		if err == nil {
			err = c.query(q, func(row []driver.Value) error { n = integer(row[0]); return nil })
		}
		return n
	}
	app, version := number("PRAGMA application_id"), number("PRAGMA user_version")
	pages, pageSize := number("PRAGMA page_count"), number("PRAGMA page_size")
	tables := number("SELECT count(*) FROM sqlite_schema")
	if err != nil {
		return err
	}
	if app == 0 && version == 0 && tables == 0 {
		if _, err := c.exec("BEGIN IMMEDIATE"); err != nil {
			return err
		}
		for _, q := range append(splitSQL(schema),
			"PRAGMA application_id="+strconv.Itoa(applicationID),
			"PRAGMA user_version="+strconv.Itoa(schemaVersion),
			"COMMIT") {
			if _, err := c.exec(q); err != nil {
				return err
			}
		}
		return writeMarker(marker)
	}
	if app != applicationID {
		return fmt.Errorf("%w: it is not a ledger", ErrDamaged)
	}
	if version != schemaVersion {
		return errVersion(path, version)
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	wal, err := os.Stat(path + "-wal")
	if errors.Is(err, os.ErrNotExist) || err == nil && wal.Size() == 0 {
		if info.Size() < pages*pageSize {
			return fmt.Errorf("%w: it has %d bytes of %d", ErrDamaged, info.Size(), pages*pageSize)
		}
	} else if err != nil {
		return err
	}
	return writeMarker(marker)
}

func writeMarker(path string) error {
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	return os.WriteFile(path, []byte(strconv.Itoa(schemaVersion)+"\n"), 0o644)
}

// splitSQL splits the schema at its semicolons; it has none in strings.
func splitSQL(script string) []string {
	var out []string
	start := 0
	for i, r := range script {
		if r == ';' {
			out = append(out, script[start:i])
			start = i + 1
		}
	}
	return out
}
