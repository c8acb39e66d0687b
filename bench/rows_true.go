package main

import (
	"context"
	"errors"
	"time"
)

const workers = 2

// rowsTrue compares one sandboxed process, everything on and the slot made as
// new again, with the floor and with the judge's library.
func rowsTrue(ctx context.Context, b *bench) (rows []row, err error) {
	ours, err := newOurs(ctx, b, workers)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, ours.close()) }()
	pool, err := newGoSandbox(workers, false)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, pool.close()) }()
	grouped, err := newGoSandbox(workers, true)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, grouped.close()) }()
	judge, err := startGoJudge(ctx, b, workers)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, judge.close()) }()

	subjects := []subject{
		{"ours", ours.op},
		{"ours with memory and pids limits", ours.limitedOp},
		{"os/exec", bareTrue},
		{"go-sandbox", pool.op},
		{"go-sandbox with groups", grouped.op},
		{"go-judge", judge.op},
	}
	n, window, rounds := 500, 1500*time.Millisecond, 5
	if b.quick {
		n, window, rounds = 50, 300*time.Millisecond, 2
	}
	times, err := latency(ctx, n, subjects...)
	if err != nil {
		return nil, err
	}
	rates, err := throughput(ctx, workers, rounds, window, subjects...)
	if err != nil {
		return nil, err
	}
	one, err := throughput(ctx, 1, rounds, window, subjects[0], subjects[2])
	if err != nil {
		return nil, err
	}
	p50 := func(i int) float64 { return quantile(times[i], 0.5) }
	const bareName = "Go os/exec of " + truePath + ", both streams into buffers"
	const poolName = goSandboxVersion + ", pool of 2 used directly: namespaces incl. net, read-only binds, tmpfs, filter of about 30 calls a run, buffers, reset"
	inTurns := "closed loop incl. reset, blocks of 10 in turns, medians"
	rows = []row{
		{
			Name: "sandboxed true, latency", Unit: "ms", Ours: p50(0), Reference: p50(2), Budget: "<= 2", RefName: bareName, How: inTurns,
			Others: []number{
				{"ours p95", quantile(times[0], 0.95), "ms"},
				{"ours with memory and pids limits", p50(1), "ms"},
				{"reference p95", quantile(times[2], 0.95), "ms"},
				{"go-sandbox", p50(3), "ms"},
				{"go-sandbox with a control group a run", p50(4), "ms"},
				{goJudgeVersion + " over HTTP", p50(5), "ms"},
			},
		},
		{
			Name: "sandboxed true, CPU a run", Unit: "ms", Ours: rates[0].CPU, Reference: rates[2].CPU, Budget: "<= 3", RefName: bareName,
			How:    "user and system time of the whole process tree over the throughput windows",
			Others: []number{{"go-sandbox", rates[3].CPU, "ms"}, {"go-sandbox with a control group a run", rates[4].CPU, "ms"}},
		},
		{
			Name: "sandboxed true, throughput", Unit: "runs/s", Ours: rates[0].PerSecond, Reference: rates[3].PerSecond, Budget: ">= 2", RefName: poolName,
			How: "2 workers, windows in turns, medians",
			Others: []number{
				{"os/exec", rates[2].PerSecond, "runs/s"},
				{goJudgeVersion + " over HTTP, one run a request", rates[5].PerSecond, "runs/s"},
			},
		},
		{
			Name: "sandboxed true with memory and pids limits, throughput", Unit: "runs/s", Ours: rates[1].PerSecond, Reference: rates[4].PerSecond, Budget: ">= 2",
			RefName: poolName + ", and a new control group a run (memory, pids)", How: "2 workers, windows in turns, medians",
		},
		{
			Name: "sandboxed true, 1 to 2 workers", Unit: "gain", Ours: rates[0].PerSecond / one[0].PerSecond, Reference: rates[2].PerSecond / one[1].PerSecond,
			Budget: ">= 0.95", RefName: bareName, How: "throughput with 2 workers over throughput with 1",
			Others: []number{{"ours, 1 worker", one[0].PerSecond, "runs/s"}, {"reference, 1 worker", one[1].PerSecond, "runs/s"}},
		},
	}
	return rows, nil
}
