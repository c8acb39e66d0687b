package ledger

import (
	"context"
	"encoding/json"
	"testing"
)

func openTest(tb testing.TB, dir string, opt Options) *Ledger {
	tb.Helper()
	l, err := Open(context.Background(), dir, opt)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := l.Close(); err != nil {
			tb.Error(err)
		}
	})
	return l
}

func begin(tb testing.TB, l *Ledger, run string) {
	tb.Helper()
	if _, err := l.BeginRun(context.Background(), run, json.RawMessage(`{"by":"test"}`)); err != nil {
		tb.Fatal(err)
	}
}
