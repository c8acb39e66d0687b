package ledger

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"steelyard"
)

// spoiler is a change that fails after it has written something.
type spoiler struct{ ticket }

var errSpoilt = errors.New("spoilt")

func (o *spoiler) cost() int { return 1 }

func (o *spoiler) apply(w *writer) error {
	if _, err := w.conn.exec("INSERT INTO runs(name, info, began) VALUES('spoilt', ?, 1)", seal(bodyInline, nil)); err != nil {
		return err
	}
	return errSpoilt
}

// TestSpoiltTransactionFailsOneCallerOnly puts a failing change between good
// ones of one transaction.
func TestSpoiltTransactionFailsOneCallerOnly(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	var hold atomic.Bool
	taken, release := make(chan struct{}), make(chan struct{})
	l := openTest(t, t.TempDir(), Options{Failpoint: func(name string) {
		if name == "batch.taken" && hold.CompareAndSwap(true, false) {
			close(taken)
			<-release
		}
	}})
	begin(t, l, "r")
	accept(t, l, "r", "task", "a", "b", "c")
	// While the writer is held with one batch, the next one gathers.
	hold.Store(true)
	first := &finishRun{id: "r"}
	if err := l.send(ctx, first); err != nil {
		t.Fatal(err)
	}
	<-taken
	var pending []*Pending
	submit := func(id string) {
		pending = append(pending, l.Submit(ctx, &Result{
			Run: "r", Rollout: id, Program: "new " + id, Reward: json.RawMessage(`1`),
			Steps: []Step{made("s", "k"+id, `1`, true)},
		}))
	}
	submit("a")
	bad := &spoiler{}
	if err := l.send(ctx, bad); err != nil {
		t.Fatal(err)
	}
	submit("none")
	submit("b")
	close(release)

	if err := first.wait(ctx); err != nil {
		t.Errorf("the batch before: %v", err)
	}
	if err := bad.wait(ctx); !errors.Is(err, errSpoilt) {
		t.Errorf("bad change: %v, want its own error", err)
	}
	for i, want := range []error{nil, ErrNotAccepted, nil} {
		got, err := pending[i].Wait(ctx)
		if !errors.Is(err, want) || want == nil && !got.First {
			t.Errorf("result %d: %+v, %v; want %v", i, got, err, want)
		}
	}
	if _, ok, err := l.Run(ctx, "spoilt"); ok || err != nil {
		t.Errorf("what the bad change wrote is there: %v, %v", ok, err)
	}
	for _, id := range []string{"a", "b"} {
		if xs, err := l.Attempts(ctx, digest("k"+id)); err != nil || len(xs) != 1 {
			t.Errorf("executions of %s: %d, %v; want 1", id, len(xs), err)
		}
		if s, err := l.Reward(ctx, "r", id, "new "+id); err != nil || !s.Recorded {
			t.Errorf("reward of %s: %+v, %v", id, s, err)
		}
	}
}

func TestLogStartsAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l := openTest(t, dir, Options{walMax: 1})
	begin(t, l, "r")
	accept(t, l, "r", "task", "a")
	// The answer comes before the log is folded: the next commit waits for it.
	begin(t, l, "s")
	if info, err := os.Stat(filepath.Join(dir, FileName)); err != nil || info.Size() < 8*pageSize {
		t.Errorf("database: %v, %v; want the log folded into it", info, err)
	}
	if got := entries(t, l, "r", ""); len(got) != 1 {
		t.Errorf("entries: %+v", got)
	}
}

func TestPowerSafeFlushesEveryCommit(t *testing.T) {
	t.Parallel()
	for safe, want := range map[bool]int64{false: 1, true: 2} {
		conns, err := openConns(t.Context(), t.TempDir(), Options{PowerSafe: safe})
		if err != nil {
			t.Fatal(err)
		}
		var got int64 = -1
		if err := conns[0].query("PRAGMA synchronous", func(v []driver.Value) error { got = integer(v[0]); return nil }); err != nil || got != want {
			t.Errorf("power safe %v: synchronous is %d, %v; want %d", safe, got, err, want)
		}
		for _, c := range conns {
			if err := c.close(); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestReadersCannotWrite(t *testing.T) {
	t.Parallel()
	l := openTest(t, t.TempDir(), Options{})
	err := l.read(t.Context(), func(c *conn) error {
		_, err := c.exec("INSERT INTO programs(name) VALUES('x')")
		return err
	})
	if err == nil {
		t.Error("a reader wrote")
	}
}

func openTurnTest(t *testing.T, path string) *turn {
	t.Helper()
	turn, err := openTurn(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := turn.close(); err != nil {
			t.Error(err)
		}
	})
	return turn
}

// TestBusyWriterLetsOthersIn: one that writes all the time gives way to one that
// wants to write once.
func TestBusyWriterLetsOthersIn(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	path := filepath.Join(t.TempDir(), turnName)
	busy, other := openTurnTest(t, path), openTurnTest(t, path)
	var holders, turns atomic.Int64
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			if err := busy.take(ctx); err != nil {
				t.Error(err)
				return
			}
			if holders.Add(1) != 1 {
				t.Error("two hold the turn")
			}
			turns.Add(1)
			for start := time.Now(); time.Since(start) < 200*time.Microsecond; { // a short transaction
			}
			holders.Add(-1)
			if err := busy.give(); err != nil {
				t.Error(err)
			}
		}
	})
	for turns.Load() < 10 {
		time.Sleep(time.Millisecond)
	}
	soon := 0
	for range 20 {
		before := turns.Load()
		if err := other.take(ctx); err != nil {
			t.Fatal(err)
		}
		if holders.Add(1) != 1 {
			t.Error("two hold the turn")
		}
		if turns.Load()-before <= 20 {
			soon++
		}
		holders.Add(-1)
		if err := other.give(); err != nil {
			t.Fatal(err)
		}
	}
	close(stop)
	wg.Wait()
	if soon < 10 { // the kernel may keep either of the two waiting now and then
		t.Errorf("%d of 20 waits were short", soon)
	}
}

func TestTurnPatience(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), turnName)
	holder, waiter := openTurnTest(t, path), openTurnTest(t, path)
	if err := holder.take(t.Context()); err != nil {
		t.Fatal(err)
	}
	waiter.patience = 20 * time.Millisecond
	var input *steelyard.InputError
	if err := waiter.take(t.Context()); !errors.As(err, &input) || input.File != path || input.Remedy == "" {
		t.Errorf("take: %v, want an InputError with a remedy", err)
	}
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	if err := waiter.take(ctx); !errors.Is(err, why) {
		t.Errorf("take: %v, want the cause", err)
	}
	// Who gave up is not in line any more.
	if err := holder.give(); err != nil {
		t.Fatal(err)
	}
	if err := holder.take(t.Context()); err != nil {
		t.Errorf("take again: %v", err)
	}
	// The end of a holder frees its turn.
	if err := holder.f.Close(); err != nil {
		t.Fatal(err)
	}
	if err := waiter.take(t.Context()); err != nil {
		t.Errorf("take after the holder's end: %v", err)
	}
	holder.f, _ = os.Open(os.DevNull) // closed again by the cleanup
}

// limiter bounds the pages of the database, as a full disk does.
type limiter struct {
	ticket
	pages string
}

func (o *limiter) cost() int { return 1 }

func (o *limiter) apply(w *writer) error {
	return w.conn.query("PRAGMA max_page_count="+o.pages, func([]driver.Value) error { return nil })
}

func TestFullDiskLosesNothing(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	dir := t.TempDir()
	l := openTest(t, dir, Options{})
	begin(t, l, "r")
	accept(t, l, "r", "task", "a", "b")
	mustRecord(t, l, Result{Run: "r", Rollout: "a", Program: "p", Reward: json.RawMessage(`1`)})
	if err := l.commit(ctx, &limiter{pages: "1"}); err != nil { // SQLite takes the present size as the least
		t.Fatal(err)
	}
	large := Result{Run: "r", Rollout: "b", Program: "p", Reward: filler("large", 30_000), Steps: []Step{made("s", "k", `1`, true)}}
	_, err := l.Record(ctx, &large)
	var input *steelyard.InputError
	if !errors.As(err, &input) || input.Remedy == "" {
		t.Fatalf("record: %v, want an InputError with a remedy", err)
	}
	if s, err := l.Reward(ctx, "r", "a", "p"); err != nil || string(s.Reward) != "1" {
		t.Errorf("what was recorded before: %+v, %v", s, err)
	}
	if s, err := l.Reward(ctx, "r", "b", "p"); err != nil || s.Recorded {
		t.Errorf("what failed: %+v, %v", s, err)
	}
	if err := l.commit(ctx, &limiter{pages: "1000000"}); err != nil {
		t.Fatal(err)
	}
	if got := mustRecord(t, l, large); !got.First {
		t.Errorf("record with space again: %+v", got)
	}
	if xs, err := l.Attempts(ctx, digest("k")); err != nil || len(xs) != 1 {
		t.Errorf("executions: %d, %v; want 1", len(xs), err)
	}
}
