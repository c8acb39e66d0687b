// Package cli is the command line: verbs, flags, what is printed, and exit
// codes. Its entry point is Main. builtin.go is the one place where graders,
// formats and sandbox backends are registered.
//
// It holds no state of its own: everything it touches of the outside world comes
// in an Env, so that every verb can be run inside a test. It decides nothing
// about rewards.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"steelyard"
	"steelyard/internal/sandbox"
)

// Env is the outside world as a verb sees it.
type Env struct {
	// Args are the arguments without the program's name.
	Args   []string
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
	// Getenv reads an environment variable.
	Getenv func(string) string
	// Terminal reports whether a stream is a terminal, and how wide.
	Terminal func(w io.Writer) (columns int, ok bool)
	// Backends are sandbox backends besides the built-in ones; tests use it.
	Backends map[string]OpenBackend
	// Failpoint, when set, is called at the points of the ledger's write path;
	// crash tests end the process there.
	Failpoint func(name string)
}

// OpenBackend opens a sandbox backend; its Close is called at the end.
type OpenBackend func(ctx context.Context, cfg BackendConfig) (Backend, error)

// Backend is a sandbox backend that the command line owns.
type Backend interface {
	sandbox.Backend
	io.Closer
}

// BackendConfig is what a backend is told.
type BackendConfig struct {
	// StateDir is the backend's own folder, GuestDir holds the guest programs and
	// LayersDir the frozen layers.
	StateDir, GuestDir, LayersDir string
	// Slots is how many executions run at once.
	Slots  int
	Logger *slog.Logger
}

// root is the command line's grammar.
type root struct {
	Score   scoreCmd   `cmd:"" help:"Weigh rollouts, or reference solutions, by running them."`
	Replay  replayCmd  `cmd:"" help:"Recompute verdicts and rewards from stored observations; runs nothing."`
	Explain explainCmd `cmd:"" help:"Show where one rollout's reward came from."`
	Doctor  doctorCmd  `cmd:"" help:"Say what this host can sandbox, proved by running attacks, and what to fix."`
	List    listCmd    `cmd:"" help:"List graders, formats or sandboxes."`
	Demo    demoCmd    `cmd:"" help:"Weigh bundled tasks: honest, wrong and cheating answers in four languages."`
	Schema  schemaCmd  `cmd:"" hidden:"" help:"Write the JSON Schema of every record."`
	Version versionCmd `cmd:"" help:"Print the version."`
	Help    helpCmd    `cmd:"" help:"Explain a topic: exit-codes, formats, limits, env."`

	Quiet   bool `short:"q" help:"No progress and no notes on standard error."`
	Verbose int  `short:"v" type:"counter" help:"More notes on standard error; twice for debugging."`
}

// Main runs the command and returns its exit code. When ctx ends, or an
// interrupt or termination signal comes, everything is ended in good order.
func Main(ctx context.Context, env *Env) (code int) {
	ctx, stop := withSignals(ctx)
	defer stop()
	defer func() {
		// kong ends the program on --help; here it only ends Main.
		if p := recover(); p != nil {
			e, ok := p.(kongExit)
			if !ok {
				panic(p)
			}
			code = int(e)
		}
	}()
	var cmd root
	parser, err := kong.New(&cmd,
		kong.Name("steelyard"),
		kong.Description("Steelyard weighs rollouts by running them, and says how far each weight can be trusted."),
		kong.Writers(env.Stdout, env.Stderr),
		kong.Exit(func(code int) { panic(kongExit(code)) }),
		kong.UsageOnError(),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Vars{"topics": strings.Join(topicNames(), ", ")},
	)
	if err != nil {
		return report(env, false, fmt.Errorf("command line: %w", err))
	}
	args := env.Args
	if len(args) == 0 {
		args = []string{"--help"}
	}
	asJSON := asksForJSON(args)
	kctx, err := parser.Parse(args)
	if err != nil {
		return report(env, asJSON, usageError(err))
	}
	w := &world{Env: env, quiet: cmd.Quiet, log: logger(env.Stderr, cmd.Quiet, cmd.Verbose)}
	kctx.BindTo(ctx, (*context.Context)(nil))
	err = kctx.Run(w)
	if err != nil && ctx.Err() != nil && errors.Is(context.Cause(ctx), errInterrupted) {
		err = errInterrupted
	}
	return report(env, asJSON, err)
}

type kongExit int

// world is Env and what the global flags made of it.
type world struct {
	*Env
	quiet bool
	log   *slog.Logger
}

// asksForJSON reports whether errors are to be JSON objects. It looks at the
// arguments as they are, for a command line that cannot be parsed is an error too.
func asksForJSON(args []string) bool {
	for i, a := range args {
		if a == "--format=jsonl" || a == "--format" && i+1 < len(args) && args[i+1] == "jsonl" {
			return true
		}
	}
	return false
}

func logger(w io.Writer, quiet bool, verbose int) *slog.Logger {
	level := slog.LevelWarn
	switch {
	case quiet:
		level = slog.LevelError
	case verbose == 1:
		level = slog.LevelInfo
	case verbose > 1:
		level = slog.LevelDebug
	}
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: level, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{} // a reader of a terminal knows what time it is
		}
		return a
	}}))
}

// withSignals returns a context that ends with errInterrupted at the first
// interrupt; a second one ends the process, as the default is restored.
func withSignals(ctx context.Context) (context.Context, func()) {
	sig, stopSig := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	// A reader that goes away (| head) is an error of the write, which ends the
	// run in order, and not a death that leaves control groups behind.
	signal.Ignore(syscall.SIGPIPE)
	ctx, cancel := context.WithCancelCause(ctx)
	unhook := context.AfterFunc(sig, func() {
		if ctx.Err() == nil {
			cancel(errInterrupted)
		}
		stopSig()
	})
	return ctx, func() {
		unhook()
		stopSig()
		cancel(nil)
	}
}

func usageError(err error) error {
	return &steelyard.InputError{Problem: err.Error(), Remedy: "steelyard --help lists verbs, steelyard VERB --help its flags"}
}
