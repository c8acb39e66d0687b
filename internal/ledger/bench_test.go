package ledger

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"steelyard"
)

var (
	benchRows = flag.Int("ledger.rows", 1_000_000, "recorded rollouts that BenchmarkLedger starts from")
	benchSafe = flag.Bool("ledger.powersafe", false, "run BenchmarkLedger with PowerSafe")
)

// BenchmarkLedger measures rollouts a second in a ledger that holds a million.
// A write accepts a rollout and records its result with one new execution, all
// durable; payloads have the sizes of a function task's.
func BenchmarkLedger(b *testing.B) {
	l := openTest(b, b.TempDir(), Options{PowerSafe: *benchSafe})
	ctx := context.Background()
	begin(b, l, "bench")
	tasks := make([]Task, 1000)
	for i := range tasks {
		tasks[i] = Task{Digest: steelyard.DigestOf(fmt.Append(nil, "task", i)), JSON: filler("task", 2000)}
	}
	if err := l.AcceptTasks(ctx, tasks...); err != nil {
		b.Fatal(err)
	}
	rollout, reward, observation := filler("rollout", 700), filler("reward", 900), filler("observation", 500)
	rows := 0
	write := func(n int) {
		const chunk = 256
		window := make(chan *Pending, 4*chunk)
		done := make(chan error, 1)
		go func() {
			var first error
			for p := range window {
				if _, err := p.Wait(ctx); err != nil && first == nil {
					first = err
				}
			}
			done <- first
		}()
		for n > 0 {
			m := min(n, chunk)
			n -= m
			batch := make([]Rollout, m)
			for i := range batch {
				batch[i] = Rollout{
					Run: "bench", ID: fmt.Sprintf("task/%d/%d", rows/8, rows%8),
					Task: tasks[(rows/8)%len(tasks)].Digest, JSON: rollout,
				}
				rows++
			}
			if _, err := l.AcceptRollouts(ctx, batch...); err != nil {
				b.Fatal(err)
			}
			for i := range batch {
				key := steelyard.DigestOf([]byte(batch[i].ID))
				window <- l.Submit(ctx, &Result{
					Run: "bench", Rollout: batch[i].ID, Program: "default@1", Reward: reward,
					Steps: []Step{{Name: "rows", Execution: Execution{
						Key: key, Outcome: key, Observation: observation, Reusable: true,
					}}},
				})
			}
		}
		close(window)
		if err := <-done; err != nil {
			b.Fatal(err)
		}
	}
	start := time.Now()
	write(*benchRows)
	b.Logf("filled with %d rollouts at %.0f/s; resident memory %d MB", rows, float64(rows)/time.Since(start).Seconds(), residentMB(b))

	// The time of the processor tells more than the rate where others use it too.
	rate := func(b *testing.B, before time.Duration) {
		b.Helper()
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rollouts/s")
		b.ReportMetric(float64((cpuTime(b)-before).Microseconds())/float64(b.N), "cpu-µs/rollout")
	}
	b.Run("write", func(b *testing.B) {
		before := cpuTime(b)
		write(b.N)
		rate(b, before)
	})
	b.Run("rewards", func(b *testing.B) {
		before := cpuTime(b)
		const chunk = 256
		for n := 0; n < b.N; n += chunk {
			ids := make([]string, min(chunk, b.N-n))
			for i := range ids {
				at := (n + i) % rows
				ids[i] = fmt.Sprintf("task/%d/%d", at/8, at%8)
			}
			got, err := l.Rewards(ctx, "bench", "default@1", ids...)
			if err != nil || !got[0].Recorded || !got[len(got)-1].Recorded {
				b.Fatalf("rewards: %+v, %v", got[0], err)
			}
		}
		rate(b, before)
	})
	b.Run("executions", func(b *testing.B) {
		before := cpuTime(b)
		for n := range b.N {
			at := n * 7919 % rows
			_, ok, err := l.Execution(ctx, steelyard.DigestOf(fmt.Appendf(nil, "task/%d/%d", at/8, at%8)))
			if err != nil || !ok {
				b.Fatalf("execution %d: %v, %v", at, ok, err)
			}
		}
		rate(b, before)
	})
	b.Run("entries", func(b *testing.B) {
		before := cpuTime(b)
		n := 0
		for n < b.N {
			for e, err := range l.Entries(ctx, "bench", "default@1") {
				if err != nil || len(e.Result.Steps) != 1 {
					b.Fatalf("entry %d: %+v, %v", n, e, err)
				}
				if n++; n == b.N {
					break
				}
			}
		}
		rate(b, before)
	})
	b.Logf("resident memory %d MB", residentMB(b))
}

// BenchmarkRecordAlone measures the latency of Record for one caller.
func BenchmarkRecordAlone(b *testing.B) {
	for name, safe := range map[string]bool{"process": false, "power": true} {
		b.Run(name, func(b *testing.B) {
			l := openTest(b, b.TempDir(), Options{PowerSafe: safe})
			begin(b, l, "r")
			ids := make([]string, b.N)
			for i := range ids {
				ids[i] = strconv.Itoa(i)
			}
			accept(b, l, "r", "task", ids...)
			b.ResetTimer()
			for _, id := range ids {
				mustRecord(b, l, Result{Run: "r", Rollout: id, Program: "p", Reward: json.RawMessage(`1`), Steps: []Step{made("s", id, `1`, true)}})
			}
		})
	}
}

// cpuTime returns what the process has used of the processors.
func cpuTime(tb testing.TB) time.Duration {
	tb.Helper()
	var ru syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &ru); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(ru.Utime.Nano() + ru.Stime.Nano())
}

func filler(kind string, n int) json.RawMessage {
	return fmt.Appendf(nil, `{"type":%q,"text":%q}`, kind, strings.Repeat("lorem ipsum ", n/12))
}

// residentMB returns what the process holds in memory.
func residentMB(tb testing.TB) int {
	tb.Helper()
	runtime.GC()
	b, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		tb.Fatal(err)
	}
	var size, resident int
	if _, err := fmt.Sscan(string(b), &size, &resident); err != nil {
		tb.Fatal(err)
	}
	return resident * os.Getpagesize() >> 20
}
