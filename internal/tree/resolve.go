package tree

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"steelyard"
)

// Tools returns what was found, in the order of ToolNames. Tools that were not
// needed so far are looked for now.
func (h *Host) Tools(ctx context.Context) ([]Tool, error) {
	if err := h.resolve(ctx, ToolNames()...); err != nil {
		return nil, err
	}
	var out []Tool
	for _, name := range ToolNames() {
		out = append(out, h.tool(name))
	}
	return out, nil
}

// Need looks for the tools that the processes of x name, so that Env has them.
// An environment that has a tool keeps it.
func (h *Host) Need(ctx context.Context, x *steelyard.Exec) error {
	var names []string
	for i := range x.Procs {
		if argv := x.Procs[i].Argv; len(argv) > 0 {
			if name, ok := strings.CutPrefix(argv[0], "@"); ok && slices.Contains(ToolNames(), name) {
				names = append(names, name)
			}
		}
	}
	return h.resolve(ctx, names...)
}

// tool returns what is known of a tool; it is not Found before it was resolved.
func (h *Host) tool(name string) Tool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.tools[name]
}

func (h *Host) unresolved(names []string) (out []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, name := range names {
		if _, ok := h.tools[name]; !ok {
			out = append(out, name)
		}
	}
	return out
}

// resolve looks for tools, those that are asked at the same time.
func (h *Host) resolve(ctx context.Context, names ...string) error {
	if len(names) == 0 || len(h.unresolved(names)) == 0 {
		return nil
	}
	h.resolving.Lock()
	defer h.resolving.Unlock()
	names = h.unresolved(names) // somebody else may have been here
	var (
		wg sync.WaitGroup
		mu sync.Mutex
	)
	found := map[string]Tool{}
	fresh := map[string]knownTool{}
	for _, p := range probes() {
		if !slices.Contains(names, p.name) {
			continue
		}
		if p.name == Python && h.cfg.Python != "" {
			p.look = []string{h.cfg.Python}
		}
		known := h.known[p.name]
		wg.Go(func() {
			t, id := h.find(ctx, p, known)
			mu.Lock()
			defer mu.Unlock()
			found[p.name] = t
			if id != nil {
				fresh[p.name] = knownTool{*id, t}
			}
		})
	}
	wg.Wait()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	h.remember(fresh)
	if h.cfg.StateDir != "" {
		h.knownProducts(found)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for name, t := range found {
		h.tools[name] = t
	}
	h.version++
	return nil
}

// Fingerprint changes whenever a tool does. It runs no tool whose executable
// says who it is: only scripts and launchers that stand for several, which are
// what version managers put into the search path, have to be asked.
func (h *Host) Fingerprint(ctx context.Context) (steelyard.Digest, error) {
	var ids []any
	var ask []string
	for _, p := range probes() {
		if p.name == Python {
			ask = append(ask, p.name)
			continue
		}
		path, err := h.lookAny(p.look)
		if err != nil {
			ids = append(ids, p.name)
			continue
		}
		id, err := identify(path)
		if err != nil || !plain(p.name, id.Real) {
			ask = append(ask, p.name)
			continue
		}
		ids = append(ids, id)
	}
	if err := h.resolve(ctx, ask...); err != nil {
		return "", err
	}
	for _, name := range ask {
		ids = append(ids, h.tool(name))
	}
	return steelyard.DigestJSON(ids)
}

// plain reports whether the file is a program, and the tool by its name.
func plain(tool, path string) bool {
	if !strings.Contains(filepath.Base(path), tool) {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	var magic [4]byte
	_, err = f.ReadAt(magic[:], 0)
	return err == nil && string(magic[:]) == "\x7fELF"
}

// errSilent is why a tool that said nothing in time cannot be used; it may well
// answer the next time.
var errSilent = fmt.Errorf("no answer within %v", probeTimeout)
