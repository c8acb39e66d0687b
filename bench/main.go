// Command bench measures the speed table of the design side by side with its
// references, in one run and in turns, and writes the numbers as JSON:
//
//	make bench
//	cd bench && go run . -steelyard ../bin/steelyard -only true,rows -quick
//
// It is a module of its own, so that what it compares with (go-sandbox,
// go-judge) is no dependency of the product. It needs root for go-sandbox, and
// makes two virtual environments below .cache the first time. It measures; it
// fails only when something could not be measured or gave a wrong result, never
// because a number is small.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/criyle/go-sandbox/container"
)

// bench is what the rows share.
type bench struct {
	steelyard string // our binary
	python    string // the real interpreter, never a version manager's shim
	shared    string // folder with the public data sets
	cache     string // what is kept between runs: virtual environments
	scratch   string // removed at the end
	quick     bool
	recorded  int
}

// group measures some rows that share their set-up.
type group struct {
	name string
	what string
	run  func(ctx context.Context, b *bench) ([]row, error)
}

func groups() []group {
	return []group{
		{"true", "one sandboxed process against os/exec, go-sandbox and go-judge", rowsTrue},
		{"rows", "Python function tasks with data rows, warm", rowsPython},
		{"tester", "Python function tasks with a trusted tester", rowsTester},
		{"numpy", "a snippet importing numpy and pandas, warm", rowsNumpy},
		{"cold", "a Python program started cold", rowsCold},
		{"recorded", "rollouts whose executions are recorded", rowsRecorded},
	}
}

func main() {
	// go-sandbox starts this very program again as the init of its containers.
	if err := container.Init(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	var b bench
	flag.StringVar(&b.steelyard, "steelyard", "../bin/steelyard", "the binary to measure")
	flag.StringVar(&b.python, "python", "/usr/bin/python3", "the interpreter of the references and of ours")
	flag.StringVar(&b.shared, "shared", sharedDir(), "folder with the public data sets")
	flag.BoolVar(&b.quick, "quick", false, "a tenth of the work: to see that it runs, not for numbers")
	flag.IntVar(&b.recorded, "recorded", 1_000_000, "rollouts of the recorded row")
	out := flag.String("out", "../docs/benchmarks/speed.json", "where the numbers go")
	only := flag.String("only", "", "comma-separated groups to measure; the others keep their numbers in the file")
	flag.Parse()

	var err error
	if b.steelyard, err = filepath.Abs(b.steelyard); err != nil {
		return err
	}
	// The reference must be the interpreter itself, not a link that something
	// else may answer.
	if b.python, err = filepath.EvalSymlinks(b.python); err != nil {
		return fmt.Errorf("find the reference interpreter: %w", err)
	}
	if b.cache, err = filepath.Abs("../.cache/bench"); err != nil {
		return err
	}
	if err := os.MkdirAll(b.cache, 0o755); err != nil {
		return err
	}
	if b.scratch, err = os.MkdirTemp(b.cache, "run-"); err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(b.scratch) }()
	if b.quick {
		b.recorded /= 10
	}

	rep := report{Type: "speed", V: 1, Date: time.Now().UTC().Format(time.DateOnly)}
	if rep.Host, err = describeHost(ctx, b.python); err != nil {
		return err
	}
	rep.Rows, err = keep(*out, *only)
	if err != nil {
		return err
	}
	var failed []error
	for _, g := range groups() {
		if *only != "" && !slices.Contains(strings.Split(*only, ","), g.name) {
			continue
		}
		fmt.Fprintf(os.Stderr, "bench: %s: %s\n", g.name, g.what)
		load, start := loadAverage(), time.Now()
		rows, err := g.run(ctx, &b)
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", g.name, err))
			rows = append(rows, row{Name: g.what, Error: err.Error()})
		}
		for i := range rows {
			rows[i].Group = g.name
			rows[i].Load = load + " before, " + loadAverage() + " after"
			if err := rows[i].judge(); err != nil {
				return err
			}
			fmt.Fprintln(os.Stderr, "  "+rows[i].String())
		}
		fmt.Fprintf(os.Stderr, "  took %.0f s\n", time.Since(start).Seconds())
		rep.Rows = append(rep.Rows, rows...)
	}
	rep.sort()
	return errors.Join(append(failed, rep.write(*out))...)
}

func sharedDir() string {
	if dir := os.Getenv("STEELYARD_SHARED"); dir != "" {
		return dir
	}
	return "../../shared"
}
