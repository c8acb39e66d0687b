// Command acceptance shows, on real data sets and hostile programs, what the
// project promises, with numbers:
//
//	go run ./acceptance              every check, at the length CI can afford
//	go run ./acceptance -long        the same at full length
//	go run ./acceptance -only soak   some checks
//	go run ./acceptance render       docs/benchmarks.md from the JSON beside it
//
// It drives the built binary from outside, as a user would, and writes
// docs/benchmarks/acceptance.json. A check that cannot be carried out fails: it
// is never skipped. It exits with 1 when a check failed.
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
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:])
	stop()
	os.Exit(code)
}

func run(ctx context.Context, args []string) int {
	if len(args) == 1 && args[0] == "render" {
		if err := renderFiles("docs/benchmarks/speed.json", "docs/benchmarks/acceptance.json", "docs/benchmarks.md"); err != nil {
			fmt.Fprintln(os.Stderr, "acceptance:", err)
			return 2
		}
		return 0
	}
	var e engine
	flags := flag.NewFlagSet("acceptance", flag.ContinueOnError)
	flags.StringVar(&e.binary, "steelyard", "bin/steelyard", "the binary to show")
	flags.StringVar(&e.shared, "shared", sharedDir(), "folder with data/ and vectors/")
	flags.BoolVar(&e.long, "long", false, "full length")
	only := flags.String("only", "", "comma-separated checks")
	emulated := flags.Bool("emulated", false, "only what needs no sandbox here, and what an emulated machine can show; for a machine whose kernel cannot confine anything")
	out := flags.String("out", "docs/benchmarks/acceptance.json", "where the results go")
	list := flags.Bool("list", false, "print the checks and do nothing")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if *list {
		for _, c := range checks() {
			fmt.Printf("%-18s %s\n", c.name, c.promise)
		}
		return 0
	}
	if *emulated && *only == "" {
		*only = strings.Join(emulatedChecks(), ",")
		fmt.Printf("NOT SHOWN HERE: every check but %s\n", *only)
	}
	rep, err := carryOut(ctx, &e, *only)
	if err == nil {
		err = rep.write(*out, *only != "")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "acceptance:", err)
		return 2
	}
	passed, failed := rep.count()
	fmt.Printf("%d passed, %d failed\n", passed, failed)
	if failed > 0 {
		return 1
	}
	return 0
}

// check is one promise. It returns what it saw as one line of numbers, and an
// error when the promise was not kept.
type check struct {
	name    string
	promise string
	run     func(ctx context.Context, e *engine) (string, error)
}

// checks lists the promises in the order they are shown.
func checks() []check {
	return slices.Concat(dataChecks(), hostileChecks(), programChecks(), inputChecks(), endureChecks(), tierChecks())
}

// longChecks take a quarter of an hour and more, too long for every change.
func longChecks() []string { return []string{"attacks", "problems"} }

// emulatedChecks are the checks that do not need this machine's kernel.
func emulatedChecks() []string { return []string{"vectors", "machine-v2", "machine-humaneval"} }

func carryOut(ctx context.Context, e *engine, only string) (*report, error) {
	var err error
	if e.binary, err = filepath.Abs(e.binary); err != nil {
		return nil, err
	}
	if e.shared, err = filepath.Abs(e.shared); err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(e.shared, "data")); err != nil {
		return nil, fmt.Errorf("the data sets are not there: %w; name their folder with -shared or STEELYARD_SHARED", err)
	}
	if e.version, err = e.askVersion(ctx); err != nil {
		return nil, err
	}
	if e.scratch, err = scratchDir(); err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(e.scratch) }()

	wanted := checks()
	if only == "" && !e.long {
		for _, name := range longChecks() {
			fmt.Printf("NOT SHOWN WITHOUT -long: %s\n", name)
		}
		wanted = slices.DeleteFunc(wanted, func(c check) bool { return slices.Contains(longChecks(), c.name) })
	}
	if only != "" {
		names := strings.Split(only, ",")
		wanted = slices.DeleteFunc(wanted, func(c check) bool { return !slices.Contains(names, c.name) })
		if len(wanted) != len(names) {
			return nil, fmt.Errorf("-only %s: unknown check; -list prints them", only)
		}
	}
	rep := newReport(e)
	for _, c := range wanted {
		if ctx.Err() != nil {
			return rep, context.Cause(ctx)
		}
		start := time.Now()
		saw, err := guarded(ctx, e, c)
		rep.add(c, saw, err, time.Since(start))
	}
	return rep, nil
}

// guarded turns a panic of a check into its failure, so that one bad check does
// not hide the others.
func guarded(ctx context.Context, e *engine, c check) (saw string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errors.Join(err, fmt.Errorf("panic: %v", r))
		}
	}()
	return c.run(ctx, e)
}

func sharedDir() string {
	if dir := os.Getenv("STEELYARD_SHARED"); dir != "" {
		return dir
	}
	return "../shared"
}

// scratchDir makes the folder for states and inputs inside the checkout, on the
// disk and readable by the ordinary user of a tier.
func scratchDir() (string, error) {
	parent, err := filepath.Abs(".cache/acceptance")
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp(parent, "run-")
	if err != nil {
		return "", err
	}
	return dir, os.Chmod(dir, 0o755)
}
