package tree

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"steelyard"
	"steelyard/internal/sandbox"
)

// Env is a resolved environment.
type Env struct {
	// Mounts is what a sandbox shows. Its Digest tells sandboxes apart; it is
	// not the one for step keys, see KeyDigest.
	Mounts *sandbox.Mounts
	// Tools are those that the environment has, by name.
	Tools map[string]Tool

	base steelyard.Digest
	mu   sync.Mutex
	keys map[string]steelyard.Digest
}

// Extra is something that a set-up step has prepared and every sandbox shows:
// it makes programs start or compile faster and never changes what they do.
type Extra struct {
	Binds []sandbox.Bind
	Env   []string
	// Args are put behind the path of Tool.
	Tool string
	Args []string
}

type envKey struct {
	python, identity string
	// version is the host's when the environment was made.
	version int
}

// systemDirs are mounted from the host, or recreated as the links they are there.
func systemDirs() []string { return []string{"/usr", "/bin", "/sbin", "/lib", "/lib64", "/lib32"} }

// etcFiles are the parts of /etc that tool chains read and that hold no secret.
func etcFiles() []string {
	return []string{"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/java-*", "/etc/mime.types"}
}

func etcMade() map[string][]byte {
	return map[string][]byte{
		"/etc/passwd":        []byte("root:x:0:0:root:/box/home:/bin/sh\nbox:x:1000:1000:box:/box/home:/bin/sh\nnobody:x:65534:65534:nobody:/nonexistent:/bin/false\n"),
		"/etc/group":         []byte("root:x:0:\nbox:x:1000:\nnogroup:x:65534:\n"),
		"/etc/nsswitch.conf": []byte("passwd: files\ngroup: files\nhosts: files\n"),
		"/etc/hosts":         []byte("127.0.0.1 localhost\n::1 localhost\n"),
		"/etc/hostname":      []byte("steelyard\n"),
		"/etc/os-release":    []byte("ID=steelyard\nNAME=steelyard\n"),
	}
}

func baseEnv() []string {
	return []string{
		"LANG=C.UTF-8", "LC_ALL=C.UTF-8", "HOME=/box/home", "TMPDIR=/tmp", "TZ=UTC", "USER=box", "LOGNAME=box",
		"PYTHONDONTWRITEBYTECODE=1", "PYTHONHASHSEED=0", "PYTHONNOUSERSITE=1", "PYTHONUTF8=1",
		// One thread each: a candidate has one core's share, and thread pools of
		// numeric libraries make time limits depend on the machine.
		"OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1", "MKL_NUM_THREADS=1", "NUMEXPR_NUM_THREADS=1",
		"GOTOOLCHAIN=local", "GOFLAGS=-mod=mod", "GOPROXY=off", "GOSUMDB=off", "GOTELEMETRY=off", "GO111MODULE=auto",
		"GOPATH=/tmp/gopath", "CGO_ENABLED=0",
		"NODE_DISABLE_COLORS=1", "NO_COLOR=1",
	}
}

// Env returns the environment with the named Python interpreter ("" is the
// default one), the tools found and everything that Provide has added so far.
func (h *Host) Env(ctx context.Context, python string) (*Env, error) {
	py, err := h.python(ctx, python)
	if err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	key := envKey{py.Path, py.Identity, h.version}
	if e, ok := h.envs[key]; ok {
		return e, nil
	}
	e, err := h.build(py)
	if err != nil {
		return nil, err
	}
	h.envs[key] = e
	return e, nil
}

// Provide adds what a set-up step prepared to the environments returned from
// now on.
func (h *Host) Provide(name string, x Extra) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.extra[name] = x
	h.version++
}

func (h *Host) build(py Tool) (*Env, error) {
	m := &sandbox.Mounts{Symlinks: map[string]string{}, Files: etcMade(), Tools: map[string][]string{}}
	for _, dir := range systemDirs() {
		st, err := os.Lstat(dir)
		switch {
		case err != nil:
		case st.Mode()&os.ModeSymlink != 0:
			target, err := os.Readlink(dir)
			if err != nil {
				return nil, fmt.Errorf("read link %s: %w", dir, err)
			}
			m.Symlinks[dir] = target
		default:
			m.Binds = append(m.Binds, sandbox.Bind{Source: dir, Target: dir})
		}
	}
	for _, pattern := range etcFiles() {
		found, err := filepath.Glob(pattern)
		if err != nil {
			return nil, fmt.Errorf("list %s: %w", pattern, err)
		}
		for _, f := range found {
			m.Binds = append(m.Binds, sandbox.Bind{Source: f, Target: f})
		}
	}
	e := &Env{Mounts: m, Tools: map[string]Tool{}, keys: map[string]steelyard.Digest{}}
	bins := []string{"/usr/local/bin", "/usr/bin", "/bin"}
	m.Env = baseEnv()
	for _, name := range ToolNames() {
		t := h.tools[name]
		if name == Python {
			t = py
		}
		if !t.Found() {
			continue
		}
		e.Tools[name] = t
		m.Tools[name] = []string{t.Path}
		m.Env = append(m.Env, t.Env...)
		for _, p := range t.Prefixes {
			addBind(m, p)
		}
		if dir := path.Dir(t.Path); !slices.Contains(bins, dir) && !underSystem(dir) {
			bins = slices.Insert(bins, 0, dir)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(h.extra)) {
		m.Binds = append(m.Binds, h.extra[name].Binds...)
		m.Env = append(m.Env, h.extra[name].Env...)
		if tool := h.extra[name].Tool; len(h.extra[name].Args) > 0 && m.Tools[tool] != nil {
			m.Tools[tool] = append(m.Tools[tool], h.extra[name].Args...)
		}
	}
	if _, ok := h.extra[Go]; !ok {
		m.Env = append(m.Env, "GOCACHE=/tmp/gocache")
	}
	m.Env = append(m.Env, "PATH="+strings.Join(bins, ":"))
	var err error
	if e.base, err = baseDigest(m); err != nil {
		return nil, err
	}
	m.Digest, err = steelyard.DigestJSON([]any{e.base, m.Binds, m.Symlinks, m.Env, m.Tools, e.Tools})
	if err != nil {
		return nil, err
	}
	return e, nil
}

// addBind adds a folder, unless it is shown already. Where the path has links in
// it the folder is shown at its real place too, because programs name both.
func addBind(m *sandbox.Mounts, dir string) {
	targets := []string{dir}
	resolved, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return
	}
	if resolved != dir {
		targets = append(targets, resolved)
	}
	for _, t := range targets {
		if shown(m, t) {
			continue
		}
		m.Binds = append(m.Binds, sandbox.Bind{Source: resolved, Target: t})
	}
}

func shown(m *sandbox.Mounts, p string) bool {
	for _, b := range m.Binds {
		if within(p, b.Target) {
			return true
		}
	}
	for link := range m.Symlinks {
		if within(p, link) {
			return true
		}
	}
	return false
}

func within(p, dir string) bool {
	return p == dir || strings.HasPrefix(p, strings.TrimSuffix(dir, "/")+"/")
}

func underSystem(p string) bool {
	return slices.ContainsFunc(systemDirs(), func(d string) bool { return within(p, d) })
}

// prefixes cleans a tool's list: sorted, without those inside others or the
// system's folders, and refuses what must not be shown.
func (h *Host) prefixes(dirs []string) ([]string, error) {
	var out []string
	for _, d := range dirs {
		d = filepath.Clean(d)
		if !filepath.IsAbs(d) || underSystem(d) {
			continue
		}
		if _, err := os.Stat(d); err != nil {
			continue
		}
		if why := h.tooBroad(d); why != "" {
			return nil, fmt.Errorf("its prefix %s cannot be shown to candidates: %s", d, why)
		}
		out = append(out, d)
	}
	slices.Sort(out)
	out = slices.Compact(out)
	return slices.DeleteFunc(out, func(p string) bool {
		return slices.ContainsFunc(out, func(q string) bool { return p != q && within(p, q) })
	}), nil
}

func (h *Host) tooBroad(dir string) string {
	resolved, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return err.Error()
	}
	for _, d := range []string{dir, resolved} {
		switch d {
		case "/", "/etc", "/var", "/home", "/root", "/tmp", "/opt", "/srv", "/mnt", "/media", "/proc", "/sys", "/dev", "/run", "/boot":
			return "it holds more than the tool"
		}
		if h.cfg.Home != "" && within(h.cfg.Home, d) {
			return "it is or holds your home folder"
		}
		if h.cfg.StateDir != "" && within(h.cfg.StateDir, d) {
			return "it holds the engine's state folder"
		}
	}
	return ""
}

// baseDigest identifies what every program of the environment depends on,
// whatever tools it uses: the C library and the variables.
func baseDigest(m *sandbox.Mounts) (steelyard.Digest, error) {
	ids := map[string]int64{}
	for _, pattern := range []string{"/lib/*-linux-gnu/libc.so.6", "/lib64/libc.so.6", "/lib/libc.so.6", "/usr/lib/*-linux-gnu/libstdc++.so.6", "/usr/lib64/libstdc++.so.6", "/lib/ld-musl-*.so.1"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			return "", fmt.Errorf("list %s: %w", pattern, err)
		}
		for _, f := range found {
			if st, err := os.Stat(f); err == nil {
				ids[f] = st.Size()
			}
		}
	}
	return steelyard.DigestJSON([]any{"host@1", ids, baseEnv(), m.Files})
}

// KeyDigest returns the digest of the part of the environment that x depends
// on: the base and the tools that its processes name. So a new Node.js does not
// make what Python candidates did forgotten.
func (e *Env) KeyDigest(x *steelyard.Exec) (steelyard.Digest, error) {
	var names []string
	for i := range x.Procs {
		if argv := x.Procs[i].Argv; len(argv) > 0 {
			if name, ok := strings.CutPrefix(argv[0], "@"); ok && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	key := strings.Join(names, " ")
	e.mu.Lock()
	defer e.mu.Unlock()
	if d, ok := e.keys[key]; ok {
		return d, nil
	}
	type id struct{ Path, Version, Identity string }
	ids := make([]id, 0, len(names))
	for _, n := range names {
		t := e.Tools[n]
		ids = append(ids, id{t.Path, t.Version, t.Identity})
	}
	d, err := steelyard.DigestJSON([]any{e.base, ids})
	if err != nil {
		return "", err
	}
	e.keys[key] = d
	return d, nil
}

// Missing returns the tools that x needs and the environment lacks.
func (e *Env) Missing(x *steelyard.Exec) []string {
	var out []string
	for i := range x.Procs {
		argv := x.Procs[i].Argv
		if len(argv) == 0 || !strings.HasPrefix(argv[0], "@") {
			continue
		}
		if _, ok := e.Mounts.Tools[argv[0][1:]]; !ok && !slices.Contains(out, argv[0][1:]) {
			out = append(out, argv[0][1:])
		}
	}
	return out
}
