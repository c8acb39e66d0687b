package ledger

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"steelyard"
)

// turn lets processes write in turns. SQLite's own lock is only tried again and
// again, so a busy writer would starve the others; here whoever wants to write
// first takes the place "next in line" and gives it up once it writes, and who
// has just written has to queue for that place like everyone else.
//
// The locks are open-file-description locks on two bytes of a file: the kernel
// drops them when the process ends, however it ends.
type turn struct {
	f        *os.File
	patience time.Duration
}

const (
	byteNext  = 0
	byteWrite = 1

	// turnPatience is how long others may write before we give up. A turn
	// lasts milliseconds; only a stopped process holds it longer.
	turnPatience = 60 * time.Second
)

func openTurn(path string) (*turn, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	return &turn{f: f, patience: turnPatience}, nil
}

func (t *turn) close() error { return t.f.Close() }

func (t *turn) take(ctx context.Context) error {
	ctx, cancel := context.WithTimeoutCause(ctx, t.patience, t.errPatience())
	defer cancel()
	if err := t.lock(ctx, byteNext); err != nil {
		return err
	}
	err := t.lock(ctx, byteWrite)
	return errors.Join(err, t.set(byteNext, unix.F_UNLCK))
}

func (t *turn) give() error { return t.set(byteWrite, unix.F_UNLCK) }

func (t *turn) set(at int64, kind int16) error {
	lk := unix.Flock_t{Type: kind, Start: at, Len: 1}
	for {
		err := unix.FcntlFlock(t.f.Fd(), unix.F_OFD_SETLK, &lk)
		if !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}

func (t *turn) lock(ctx context.Context, at int64) error {
	wait := 50 * time.Microsecond
	for {
		err := t.set(at, unix.F_WRLCK)
		if err == nil {
			return nil
		}
		if !errors.Is(err, unix.EAGAIN) && !errors.Is(err, unix.EACCES) {
			return fmt.Errorf("lock %s: %w", t.f.Name(), err)
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return context.Cause(ctx)
		case <-timer.C:
		}
		wait = min(2*wait, 2*time.Millisecond)
	}
}

func (t *turn) errPatience() error {
	return &steelyard.InputError{
		File:    t.f.Name(),
		Problem: fmt.Sprintf("another process has been writing to the state folder for %s", t.patience),
		Remedy:  "end the stopped process that holds this file (fuser shows it), or choose another folder with --state",
	}
}
