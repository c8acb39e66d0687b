package ledger

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"steelyard"
)

const (
	readerCount = 4
	// walPages is the length of the write-ahead log, in pages, at which a commit
	// folds it into the database. Digest keys are random, so a long log, which
	// holds a page that many commits touched once, saves writing it many times.
	walPages = 16384
	// walMax is the length in bytes at which a commit waits for readers so that
	// the log can start again.
	walMax = 4 * walPages * pageSize

	pageSize = 4096
	// The writer's cache should hold the index of the step keys, about 25 MB a
	// million; a reader's is dropped by SQLite whenever another connection
	// commits.
	writerCache = 48 << 20
	readerCache = 4 << 20
)

// Open opens the ledger in the state folder dir, which is created when missing.
// Several processes may have it open.
//
// It refuses a folder on a network file system and a ledger of another version
// with an *steelyard.InputError, and what is damaged with ErrDamaged. It does
// not read the whole ledger; Check does.
func Open(ctx context.Context, dir string, opt Options) (_ *Ledger, err error) {
	if opt.InlineMax == 0 {
		opt.InlineMax = DefaultInlineMax
	}
	if opt.Failpoint == nil {
		opt.Failpoint = func(string) {}
	}
	if opt.walMax == 0 {
		opt.walMax = walMax
	}
	if opt.statfs == nil {
		opt.statfs = detectFS
	}
	if err := refuseNetwork(dir, opt.statfs); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, &steelyard.InputError{
			File: dir, Problem: "the state folder cannot be made",
			Remedy: "choose another with --state", Err: err,
		}
	}
	turn, err := openTurn(filepath.Join(dir, turnName))
	if err != nil {
		return nil, unwritable(dir, err)
	}
	var conns []*conn
	defer func() {
		if err != nil {
			for _, c := range conns {
				err = errors.Join(err, c.close())
			}
			err = errors.Join(err, turn.close())
		}
	}()
	if err := turn.take(ctx); err != nil {
		return nil, err
	}
	conns, err = openConns(ctx, dir, opt)
	if err = errors.Join(err, turn.give()); err != nil {
		return nil, fmt.Errorf("open ledger in %s: %w", dir, named(filepath.Join(dir, FileName), err))
	}

	l := &Ledger{
		opt: opt, dir: dir,
		ops:     make(chan op, 1024),
		closed:  make(chan struct{}),
		done:    make(chan struct{}),
		readers: make(chan *conn, readerCount),
	}
	for _, c := range conns[1:] {
		l.readers <- c
	}
	w := &writer{
		conn: conns[0], turn: turn, fail: opt.Failpoint,
		wal: filepath.Join(dir, FileName+"-wal"), walMax: opt.walMax, names: newNames(),
	}
	go func() {
		defer close(l.done)
		w.loop(l.ops)
	}()
	l.close = func() error {
		// Readers first: the writer, as the last connection, folds the log.
		var errs []error
		for range readerCount {
			errs = append(errs, (<-l.readers).close())
		}
		return errors.Join(append(errs, w.close())...)
	}
	return l, nil
}

// openConns opens the writer and the readers, in this order. The caller has the
// turn and closes them also after an error.
func openConns(ctx context.Context, dir string, opt Options) (conns []*conn, err error) {
	path := filepath.Join(dir, FileName)
	if err := refuseVanished(dir); err != nil {
		return nil, err
	}
	sync := "NORMAL"
	if opt.PowerSafe {
		sync = "FULL"
	}
	w, err := dial(ctx, path,
		"busy_timeout=30000",
		"page_size="+strconv.Itoa(pageSize),
		"journal_mode=WAL",
		"synchronous="+sync,
		"cache_size=-"+strconv.Itoa(writerCache>>10),
		"wal_autocheckpoint="+strconv.Itoa(walPages),
	)
	if err != nil {
		return nil, err
	}
	conns = append(conns, w)
	if err := prepareSchema(dir, w); err != nil {
		return conns, err
	}
	for range readerCount {
		r, err := dial(ctx, path,
			"busy_timeout=30000",
			"query_only=1",
			"cache_size=-"+strconv.Itoa(readerCache>>10),
		)
		if err != nil {
			return conns, err
		}
		conns = append(conns, r)
	}
	return conns, nil
}

// Exists reports whether there is, or was, a ledger in the state folder.
func Exists(dir string) bool {
	for _, name := range []string{FileName, markerName} {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			return true
		}
	}
	return false
}

// refuseVanished reports a database that was there once and is not any more,
// before SQLite makes a new one in its place.
func refuseVanished(dir string) error {
	_, err := os.Stat(filepath.Join(dir, markerName))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	info, err := os.Stat(filepath.Join(dir, FileName))
	if err != nil || info.Size() == 0 {
		return fmt.Errorf("%w: it is missing or empty", ErrDamaged)
	}
	return nil
}

func errVersion(path string, version int64) error {
	return &steelyard.InputError{
		File:    path,
		Problem: fmt.Sprintf("the ledger has version %d, this program knows %d", version, schemaVersion),
		Remedy:  "use the program that wrote it, or another folder with --state",
	}
}

// Close waits for the calls under way and closes the ledger. Calls that come
// later fail with ErrClosed.
func (l *Ledger) Close() error {
	l.entering.Lock()
	select {
	case <-l.closed:
		l.entering.Unlock()
		<-l.done
		return nil
	default:
	}
	close(l.closed)
	close(l.ops)
	l.entering.Unlock()
	<-l.done
	if err := l.close(); err != nil {
		return fmt.Errorf("close ledger: %w", err)
	}
	return nil
}
