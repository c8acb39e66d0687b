package cli

import (
	"context"

	"steelyard"
	"steelyard/internal/format"
	"steelyard/internal/grade"
	"steelyard/internal/grade/function"
	"steelyard/internal/grade/literal"
	"steelyard/internal/grade/program"
	"steelyard/internal/sandbox/ns"
)

// defaultBackend is what --sandbox auto means.
const defaultBackend = "ns"

// builtin is everything that can be chosen by name. Adding a part is adding a
// line here.
type builtin struct {
	// graders by task kind.
	graders  map[string]grade.Grader
	formats  []format.Format
	backends map[string]backendEntry
}

type backendEntry struct {
	doc  string
	open OpenBackend
}

func (w *world) builtin() builtin {
	b := builtin{
		graders: map[string]grade.Grader{
			steelyard.KindFunction: function.New(),
			steelyard.KindProgram:  program.New(),
			steelyard.KindLiteral:  literal.New(),
		},
		formats: format.All(),
		backends: map[string]backendEntry{
			"ns": {"Linux namespaces, cgroups and seccomp; steelyard doctor prints the tier", openNS},
		},
	}
	for name, open := range w.Backends {
		b.backends[name] = backendEntry{"for tests", open}
	}
	return b
}

// openNS opens the backend of Linux namespaces.
func openNS(_ context.Context, cfg BackendConfig) (Backend, error) {
	b, err := ns.New(ns.Config{StateDir: cfg.StateDir, GuestDir: cfg.GuestDir, LayersDir: cfg.LayersDir, Slots: cfg.Slots, Logger: cfg.Logger})
	if err != nil {
		return nil, err
	}
	return nsBackend{b}, nil
}

// nsBackend adds the Close that a backend without anything open does not have.
type nsBackend struct{ *ns.Backend }

// Close has nothing to close: slots are closed one by one.
func (nsBackend) Close() error { return nil }
