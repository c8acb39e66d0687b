package tree

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"syscall"

	"steelyard"
)

// Config says where to look.
type Config struct {
	// Path is the list of folders to look for tools in, as in $PATH.
	Path string
	// Home is the user's home folder; it is never mounted as a whole.
	Home string
	// Python names the interpreter, or a virtual environment, that Python
	// candidates run in; empty takes the first python3 of Path.
	Python string
	// StateDir keeps what was learnt about tools between runs, and must never be
	// visible to a candidate.
	StateDir string
	// Lazy looks only for Python, and for another tool when Need names it: asking
	// eight tool chains for their versions takes longer than weighing a task.
	Lazy   bool
	Logger *slog.Logger
}

// Host knows the tool chains of this machine. It is safe for concurrent use.
type Host struct {
	cfg  Config
	prep preparing

	// resolving is held while tools are asked, which takes long; mu guards what is
	// known.
	resolving sync.Mutex
	known     map[string]knownTool

	mu      sync.Mutex
	tools   map[string]Tool
	envs    map[envKey]*Env
	pythons map[string]Tool
	extra   map[string]Extra
	// version counts the changes of tools and extra.
	version int
}

// New looks for tool chains. It fails only when an interpreter that the user
// named cannot be used; a tool the host lacks is a Tool that is not Found.
func New(ctx context.Context, cfg Config) (*Host, error) {
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	h := &Host{cfg: cfg, tools: map[string]Tool{}, envs: map[envKey]*Env{}, pythons: map[string]Tool{}, extra: map[string]Extra{}}
	h.prep.done = map[string]bool{}
	h.known = h.loadKnown()
	names := ToolNames()
	if cfg.Lazy {
		names = []string{Python}
	}
	if err := h.resolve(ctx, names...); err != nil {
		return nil, err
	}
	if t := h.tool(Python); cfg.Python != "" && !t.Found() {
		return nil, &steelyard.InputError{
			Field: "--python", Problem: fmt.Sprintf("%s cannot be used: %s", cfg.Python, t.Problem),
			Remedy: "name a Python 3 interpreter or the folder of a virtual environment",
		}
	}
	return h, nil
}

// fileID is the identity of an executable: when it is the same, so is what the
// tool says of itself.
type fileID struct {
	Path  string `json:"path"`
	Real  string `json:"real"`
	Size  int64  `json:"size"`
	MTime int64  `json:"mtime"`
	Inode uint64 `json:"inode"`
}

type knownTool struct {
	ID   fileID `json:"id"`
	Tool Tool   `json:"tool"`
}

func identify(path string) (fileID, error) {
	resolved, err := filepath.EvalSymlinks(path)
	if err != nil {
		return fileID{}, fmt.Errorf("resolve %s: %w", path, err)
	}
	st, err := os.Stat(resolved)
	if err != nil {
		return fileID{}, fmt.Errorf("resolve %s: %w", path, err)
	}
	id := fileID{Path: path, Real: resolved, Size: st.Size(), MTime: st.ModTime().UnixNano()}
	if sys, ok := st.Sys().(*syscall.Stat_t); ok {
		id.Inode = sys.Ino
	}
	return id, nil
}

// find answers one probe. The returned identity is nil when the answer must not
// be remembered: a failure, a shim, or an interpreter whose packages may change.
func (h *Host) find(ctx context.Context, p probe, known knownTool) (Tool, *fileID) {
	missing := func(problem string) (Tool, *fileID) {
		return Tool{Name: p.name, Problem: problem, Remedy: p.remedy}, nil
	}
	path, err := h.lookAny(p.look)
	if err != nil {
		return missing(err.Error())
	}
	id, err := identify(path)
	if err != nil {
		return missing(err.Error())
	}
	if known.ID == id {
		return known.Tool, &id
	}
	t, err := p.ask(ctx, path)
	if err != nil {
		t, _ := missing(err.Error())
		t.silent = errors.Is(err, errSilent)
		return t, nil
	}
	t.Name = p.name
	if t.Prefixes, err = h.prefixes(t.Prefixes); err != nil {
		return missing(err.Error())
	}
	// A shim's answer depends on more than the shim.
	if answered, err := identify(t.Path); err != nil || answered.Real != id.Real || p.name == Python {
		return t, nil
	}
	return t, &id
}

// python returns the interpreter a task or user names; empty is the default one.
func (h *Host) python(ctx context.Context, name string) (Tool, error) {
	if name == "" || name == h.cfg.Python {
		return h.tool(Python), nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if t, ok := h.pythons[name]; ok {
		return t, nil
	}
	if err := acceptable(name); err != nil {
		return Tool{}, err
	}
	p := probes()[0]
	p.look = []string{name}
	t, _ := h.find(ctx, p, knownTool{})
	if err := context.Cause(ctx); err != nil {
		return Tool{}, err
	}
	if t.silent {
		// The machine is slow, and the next attempt may be answered: no fault.
		return Tool{}, fmt.Errorf("env.python: %s cannot be used: %s", name, t.Problem)
	}
	if !t.Found() {
		return Tool{}, &steelyard.InputError{Field: "env.python", Problem: fmt.Sprintf("%s cannot be used: %s", name, t.Problem), Remedy: t.Remedy}
	}
	h.pythons[name] = t
	return t, nil
}

// pythonName is what an interpreter that a task names must be called. It is
// asked for its version outside any sandbox, so a task may choose among the
// interpreters of the host, and nothing else.
var pythonName = regexp.MustCompile(`^(python|pypy)[0-9.]*t?$`)

// acceptable says why a task may not name this interpreter.
func acceptable(name string) error {
	bad := func(problem string) error {
		return &steelyard.InputError{
			Field: "env.python", Problem: fmt.Sprintf("%q %s", name, problem),
			Remedy: "name an interpreter of the host by its absolute path, or the absolute path of a virtual environment",
		}
	}
	if !filepath.IsAbs(name) {
		return bad("is not an absolute path")
	}
	st, err := os.Stat(name)
	if err != nil {
		return bad("does not exist")
	}
	if !st.IsDir() && !pythonName.MatchString(filepath.Base(name)) {
		return bad("is not called like a Python interpreter")
	}
	if st.IsDir() {
		if st, err = os.Stat(filepath.Join(name, "bin", "python")); err != nil {
			return bad("is not a virtual environment")
		}
	}
	if st.Mode().Perm()&0o022 != 0 {
		return bad("can be changed by other users")
	}
	return nil
}

func (h *Host) lookAny(names []string) (string, error) {
	var first error
	for _, name := range names {
		path, err := h.look(name)
		if err == nil {
			return path, nil
		}
		if first == nil {
			first = err
		}
	}
	return "", first
}

// look finds a command in the configured path, or takes a path as it is; a
// folder is taken for a virtual environment.
func (h *Host) look(name string) (string, error) {
	if filepath.Base(name) != name {
		abs, err := filepath.Abs(name)
		if err != nil {
			return "", fmt.Errorf("%s: %w", name, err)
		}
		st, err := os.Stat(abs)
		if err != nil {
			return "", err
		}
		if st.IsDir() {
			abs = filepath.Join(abs, "bin", "python")
			if _, err := os.Stat(abs); err != nil {
				return "", fmt.Errorf("%s is not a virtual environment: %w", name, err)
			}
		}
		return abs, nil
	}
	for _, dir := range filepath.SplitList(h.cfg.Path) {
		if !filepath.IsAbs(dir) {
			continue // a relative folder would make the result depend on where we stand
		}
		path := filepath.Join(dir, name)
		if st, err := os.Stat(path); err == nil && st.Mode().IsRegular() && st.Mode()&0o111 != 0 {
			return path, nil
		}
	}
	if venv := filepath.Join(name, "bin", "python"); isFile(venv) {
		return filepath.Abs(venv)
	}
	return "", errors.New("no " + name + " in the search path")
}

func isFile(path string) bool {
	st, err := os.Stat(path)
	return err == nil && st.Mode().IsRegular()
}

func (h *Host) knownFile() string { return filepath.Join(h.cfg.StateDir, "tools.json") }

func (h *Host) loadKnown() map[string]knownTool {
	known := map[string]knownTool{}
	if h.cfg.StateDir == "" {
		return known
	}
	b, err := os.ReadFile(h.knownFile())
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			h.cfg.Logger.Warn("tool memory unreadable", "err", err)
		}
		return known
	}
	var f knownFile
	if err := json.Unmarshal(b, &f); err != nil || f.Engine != steelyard.Version || f.Tools == nil {
		return known
	}
	return f.Tools
}

// knownFile is what StateDir/tools.json holds. Another version of the engine
// may ask other questions, so its answers do not count.
type knownFile struct {
	Engine string               `json:"engine"`
	Tools  map[string]knownTool `json:"tools"`
}

// remember keeps what tools said of themselves.
func (h *Host) remember(fresh map[string]knownTool) {
	same := true
	for name, k := range fresh {
		same = same && h.known[name].ID == k.ID
		h.known[name] = k
	}
	if same || h.cfg.StateDir == "" {
		return
	}
	b, err := json.Marshal(knownFile{steelyard.Version, h.known})
	if err == nil {
		err = writeFile(h.knownFile(), b)
	}
	if err != nil {
		h.cfg.Logger.Warn("tool memory not kept", "err", err)
	}
}

// writeFile replaces a file whole, so that a reader never sees half of it.
func writeFile(path string, b []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	if _, err := tmp.Write(b); err != nil {
		return errors.Join(err, tmp.Close())
	}
	if err := tmp.Close(); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}
