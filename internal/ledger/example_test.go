package ledger_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"steelyard"
	"steelyard/internal/ledger"
)

// The life of a rollout: accepted, executed unless it is known, recorded. The
// same calls again change nothing.
func Example() {
	dir, err := os.MkdirTemp("", "state")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	l, err := ledger.Open(ctx, dir, ledger.Options{})
	if err != nil {
		panic(err)
	}
	defer l.Close()

	task := ledger.Task{Digest: steelyard.DigestOf([]byte("task")), JSON: json.RawMessage(`{"id":"add"}`)}
	key := steelyard.DigestOf([]byte("step"))
	for range 2 {
		err := func() error {
			if _, err := l.BeginRun(ctx, "r1", nil); err != nil {
				return err
			}
			if err := l.AcceptTasks(ctx, task); err != nil {
				return err
			}
			rollout := ledger.Rollout{Run: "r1", ID: "add/0", Task: task.Digest, JSON: json.RawMessage(`{"output":"…"}`)}
			if _, err := l.AcceptRollouts(ctx, rollout); err != nil {
				return err
			}
			x, known, err := l.Execution(ctx, key)
			if err != nil {
				return err
			}
			if !known { // here a sandbox would run it
				x = ledger.Execution{Key: key, Observation: json.RawMessage(`{"code":0}`), Reusable: true}
			}
			got, err := l.Record(ctx, &ledger.Result{
				Run: "r1", Rollout: "add/0", Program: "default@1", Reward: json.RawMessage(`{"reward":1}`),
				Steps: []ledger.Step{{Name: "rows", Execution: x}},
			})
			fmt.Printf("known %v, first %v: %s\n", known, got.First, got.Reward)
			return err
		}()
		if err != nil {
			panic(err)
		}
	}
	// Output:
	// known false, first true: {"reward":1}
	// known true, first false: {"reward":1}
}
