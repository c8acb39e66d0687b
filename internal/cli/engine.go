package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"steelyard"
	"steelyard/internal/cas"
	"steelyard/internal/guest"
	"steelyard/internal/ledger"
	"steelyard/internal/sandbox"
	"steelyard/internal/score"
	"steelyard/internal/tree"
)

// blobDir holds long payloads, below the state folder.
const blobDir = "blobs"

// layersDir holds frozen layers, below the state folder.
const layersDir = "layers"

// openLedger opens what is kept in the state folder.
func (w *world) openLedger(ctx context.Context, dir string) (*ledger.Ledger, *cas.Store, error) {
	// A network file system is refused before anything is written there.
	if err := ledger.CheckFolder(dir); err != nil {
		return nil, nil, err
	}
	store, err := cas.Open(filepath.Join(dir, blobDir), cas.Options{})
	if err != nil {
		return nil, nil, &steelyard.InputError{File: dir, Problem: "the state folder cannot be used", Err: err, Remedy: "choose another with --state"}
	}
	l, err := ledger.Open(ctx, dir, ledger.Options{Blobs: store, Failpoint: w.Failpoint})
	if err != nil {
		return nil, nil, err
	}
	return l, store, nil
}

// bench is everything that is opened to weigh rollouts.
type bench struct {
	jobs    int
	dir     string
	host    *tree.Host
	backend Backend
	pool    *sandbox.Pool
	layers  *layers
	ledger  *ledger.Ledger
	store   *cas.Store
	parts   builtin
	closers []func() error
}

// openBench opens state, tool chains and sandboxes.
func (w *world) openBench(ctx context.Context, state *stateFlags, h *hostFlags) (_ *bench, err error) {
	b := &bench{parts: w.builtin()}
	defer func() {
		if err != nil {
			err = errors.Join(err, b.close())
		}
	}()
	if b.jobs, err = h.jobs(); err != nil {
		return nil, err
	}
	if b.dir, err = state.dir(w); err != nil {
		return nil, err
	}
	if b.ledger, b.store, err = w.openLedger(ctx, b.dir); err != nil {
		return nil, err
	}
	b.closers = append(b.closers, b.ledger.Close)
	if b.host, err = w.openHost(ctx, b.dir, h.Python); err != nil {
		return nil, err
	}
	if b.backend, err = w.openBackend(ctx, b.parts, b.dir, h.Sandbox, b.jobs); err != nil {
		return nil, err
	}
	b.closers = append(b.closers, b.backend.Close)
	b.layers = keepLayers(filepath.Join(b.dir, layersDir), w.log)
	b.closers = append(b.closers, b.layers.close)
	b.pool = sandbox.NewPool(b.backend, sandbox.PoolConfig{Size: b.jobs, Logger: w.log})
	b.closers = append(b.closers, b.pool.Close)
	return b, nil
}

func (b *bench) close() error {
	var errs []error
	for _, c := range slices.Backward(b.closers) {
		errs = append(errs, c())
	}
	b.closers = nil
	return errors.Join(errs...)
}

func (w *world) openHost(ctx context.Context, dir, python string) (*tree.Host, error) {
	return tree.New(ctx, tree.Config{
		Path: w.Getenv("PATH"), Home: w.Getenv("HOME"), Python: python, StateDir: dir, Lazy: true, Logger: w.log,
	})
}

// openBackend opens the named backend; "auto" is the first that is ready.
func (w *world) openBackend(ctx context.Context, parts builtin, dir, name string, jobs int) (Backend, error) {
	if name == "auto" {
		name = defaultBackend
	}
	entry, ok := parts.backends[name]
	if !ok {
		return nil, &steelyard.InputError{
			Field: "--sandbox", Problem: fmt.Sprintf("unknown sandbox %q", name),
			Remedy: steelyard.DidYouMean(name, parts.backendNames()),
		}
	}
	cfg := BackendConfig{
		StateDir: dir, GuestDir: filepath.Join(dir, "guest", strings.ReplaceAll(guest.Version(), "@", "-")),
		LayersDir: filepath.Join(dir, layersDir), Slots: jobs, Logger: w.log,
	}
	if err := os.MkdirAll(cfg.LayersDir, 0o755); err != nil {
		return nil, &steelyard.InputError{File: dir, Problem: "the state folder cannot be written", Err: err, Remedy: "make it writable or choose another with --state"}
	}
	if err := guest.Materialize(cfg.GuestDir); err != nil {
		return nil, &steelyard.InputError{File: dir, Problem: "the state folder cannot be written", Err: err, Remedy: "make it writable or choose another with --state"}
	}
	be, err := entry.open(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("open sandbox %s: %w", name, err)
	}
	if err := be.Ready(ctx); err != nil {
		return nil, errors.Join(&steelyard.InputError{
			Field: "--sandbox", Problem: fmt.Sprintf("sandbox %s cannot be used here", name), Err: err,
			Remedy: "steelyard doctor says what is missing and how to get it",
		}, be.Close())
	}
	return be, nil
}

// newEngine makes an engine for a run.
func (b *bench) newEngine(w *world, run string, f *engineFlags) (*score.Engine, error) {
	return score.New(score.Config{
		Graders: b.parts.graders,
		Env: func(ctx context.Context, t *steelyard.Task, x *steelyard.Exec) (*tree.Env, error) {
			if err := b.host.Need(ctx, x); err != nil {
				return nil, err
			}
			b.host.Prepare(ctx, b.backend, x, w.note)
			return b.host.Env(ctx, t.Env.Python)
		},
		Pool: b.pool, Guest: guest.Version(), Ledger: b.ledger,
		Read:     func(blob steelyard.Blob) ([]byte, error) { return b.store.Get(blob.Digest) },
		HasLayer: b.hasLayer,
		Jobs:     b.jobs, Run: run, NoCache: f.NoCache, Resample: f.Resample, Sample: f.Recheck,
		Seed: f.Seed, EarlyExit: f.EarlyExit, Ordered: f.Ordered, Logger: w.log,
	})
}

// hasLayer reports whether a frozen layer is there and, as far as the backend can
// tell, whole; it counts as used then.
func (b *bench) hasLayer(d steelyard.Digest) bool {
	if !b.layers.has(d) {
		return false
	}
	if v, ok := b.backend.(interface{ HasLayer(d steelyard.Digest) bool }); ok {
		return v.HasLayer(d)
	}
	return true
}

// note tells people what they are waiting for.
func (w *world) note(s string) {
	if !w.quiet {
		fmt.Fprintf(w.Stderr, "steelyard: %s\n", s)
	}
}

// runID names a run after everything that its rewards depend on besides the
// tasks and rollouts themselves: the same command again is the same run.
func (b *bench) runID(ctx context.Context, inputs []string, f *engineFlags) (string, error) {
	graders := map[string]string{}
	for kind, g := range b.parts.graders {
		graders[kind] = g.Name()
	}
	tools, err := b.host.Fingerprint(ctx)
	if err != nil {
		return "", err
	}
	d, err := steelyard.DigestJSON([]any{
		"run@1", steelyard.Version, guest.Version(), graders, tools, b.backend.Tier(), inputs,
		score.DefaultProgram, f.EarlyExit, f.NoCache, f.Resample, f.Seed,
	})
	if err != nil {
		return "", err
	}
	return "r-" + d.Short(), nil
}
