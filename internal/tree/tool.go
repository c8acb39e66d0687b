package tree

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// Names of tools, as they stand in Exec argv behind an "@".
const (
	Python = "python"
	Node   = "node"
	GCC    = "gcc"
	GPP    = "g++"
	Go     = "go"
	Java   = "java"
	Javac  = "javac"
	Rustc  = "rustc"
)

// ToolNames are all tools that an environment may have, in printing order.
func ToolNames() []string { return []string{Python, Node, GCC, GPP, Go, Java, Javac, Rustc} }

// Tool is one tool chain of the host.
type Tool struct {
	Name string `json:"name"`
	// Path is the real executable; empty when the host has none.
	Path string `json:"path"`
	// Version is the tool's own word, one line.
	Version string `json:"version"`
	// Prefixes are the folders outside the system's that it needs to run.
	Prefixes []string `json:"prefixes,omitempty"`
	// Identity tells apart two installations with the same version, such as two
	// virtual environments: what is installed in them.
	Identity string `json:"identity,omitempty"`
	// Env are variables its programs need, as "KEY=value".
	Env []string `json:"env,omitempty"`
	// Remedy says how to get a tool that is missing or does not work, and Problem why.
	Problem string `json:"problem,omitempty"`
	Remedy  string `json:"remedy,omitempty"`

	// silent: it did not answer in time.
	silent bool
}

// Found reports whether the tool can be used.
func (t Tool) Found() bool { return t.Path != "" }

// probeTimeout bounds one run of a tool to ask for its version. It is long
// because a cold JVM on a busy machine is slow.
const probeTimeout = 30 * time.Second

type probe struct {
	name string
	// look are commands to look for, the first found wins.
	look   []string
	remedy string
	ask    func(ctx context.Context, path string) (Tool, error)
}

func probes() []probe {
	return []probe{
		{Python, []string{"python3", "python"}, "install python3 (Debian: apt-get install python3), or name one with --python", askPython},
		{Node, []string{"node", "nodejs"}, "install Node.js 18 or newer (Debian: apt-get install nodejs)", askNode},
		{GCC, []string{"gcc"}, "install gcc (Debian: apt-get install gcc libc6-dev)", askGCC},
		{GPP, []string{"g++"}, "install g++ (Debian: apt-get install g++)", askGCC},
		{Go, []string{"go"}, "install Go 1.21 or newer (Debian: apt-get install golang-go)", askGo},
		{Java, []string{"java"}, "install a JDK (Debian: apt-get install default-jdk-headless)", askJava},
		{Javac, []string{"javac"}, "install a JDK (Debian: apt-get install default-jdk-headless)", askJavac},
		{Rustc, []string{"rustc"}, "install rustc (Debian: apt-get install rustc)", askRustc},
	}
}

// run returns the output of a tool's answer to a question. Both streams count:
// java prints on standard error.
func run(ctx context.Context, path string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, probeTimeout, errSilent)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.WaitDelay = time.Second
	cmd.Dir = "/"
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	if err := cmd.Run(); err != nil {
		if cause := context.Cause(ctx); cause != nil {
			err = cause
		}
		return "", fmt.Errorf("run %s: %w: %s", path, err, firstLine(errOut.String()))
	}
	if strings.TrimSpace(out.String()) == "" {
		return errOut.String(), nil
	}
	return out.String(), nil
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	const most = 200
	if len(line) > most {
		line = line[:most]
	}
	return line
}

const pythonQuestion = `import json, os, sys, sysconfig
dists = []
for p in sys.path:
    try:
        dists += sorted(n for n in os.listdir(p) if n.endswith((".dist-info", ".egg-info")))
    except OSError:
        pass
implementation = getattr(sys, "implementation", None)  # Python 2 has none
print(json.dumps({
    "executable": sys.executable, "version": sys.version, "implementation": getattr(implementation, "name", "python"),
    "prefixes": [getattr(sys, n, sys.prefix) for n in ("prefix", "base_prefix", "exec_prefix", "base_exec_prefix")],
    "path": [p for p in sys.path if os.path.isabs(p) and os.path.exists(p)],
    "major": sys.version_info[0], "dists": dists}))`

func askPython(ctx context.Context, path string) (Tool, error) {
	out, err := run(ctx, path, "-E", "-s", "-c", pythonQuestion)
	if err != nil {
		return Tool{}, err
	}
	var a struct {
		Executable     string   `json:"executable"`
		Version        string   `json:"version"`
		Implementation string   `json:"implementation"`
		Prefixes       []string `json:"prefixes"`
		Path           []string `json:"path"`
		Major          int      `json:"major"`
		Dists          []string `json:"dists"`
	}
	if err := json.Unmarshal([]byte(out), &a); err != nil {
		return Tool{}, fmt.Errorf("%s does not answer as a Python interpreter: %w", path, err)
	}
	if a.Major != 3 || a.Executable == "" {
		return Tool{}, fmt.Errorf("%s is %s %s, not Python 3", path, a.Implementation, firstLine(a.Version))
	}
	t := Tool{
		Path:     a.Executable,
		Version:  a.Implementation + " " + strings.Join(strings.Fields(a.Version), " "),
		Identity: strings.Join(a.Dists, " "),
	}
	t.Prefixes = append(t.Prefixes, a.Prefixes...)
	for _, p := range a.Path {
		if st, err := os.Stat(p); err == nil && st.IsDir() {
			t.Prefixes = append(t.Prefixes, p)
		}
	}
	return t, nil
}

func askNode(ctx context.Context, path string) (Tool, error) {
	out, err := run(ctx, path, "-p", "process.execPath + '\\n' + process.version")
	if err != nil {
		return Tool{}, err
	}
	exe, version, ok := strings.Cut(strings.TrimSpace(out), "\n")
	if !ok || !filepath.IsAbs(exe) {
		return Tool{}, fmt.Errorf("%s does not answer as Node.js: %q", path, firstLine(out))
	}
	return Tool{Path: exe, Version: version, Prefixes: []string{filepath.Dir(filepath.Dir(exe))}}, nil
}

func askGCC(ctx context.Context, path string) (Tool, error) {
	out, err := run(ctx, path, "--version")
	if err != nil {
		return Tool{}, err
	}
	resolved, err := filepath.EvalSymlinks(path)
	if err != nil {
		return Tool{}, fmt.Errorf("resolve %s: %w", path, err)
	}
	// The driver finds its parts relative to its own name, so keep a path that
	// is inside the system's folders as it is.
	if underSystem(path) {
		resolved = path
	}
	return Tool{Path: resolved, Version: firstLine(out), Prefixes: []string{filepath.Dir(filepath.Dir(resolved))}}, nil
}

func askGo(ctx context.Context, path string) (Tool, error) {
	out, err := run(ctx, path, "env", "GOROOT", "GOVERSION")
	if err != nil {
		return Tool{}, err
	}
	root, version, ok := strings.Cut(strings.TrimSpace(out), "\n")
	if !ok || !filepath.IsAbs(root) {
		return Tool{}, fmt.Errorf("%s does not answer as Go: %q", path, firstLine(out))
	}
	return Tool{Path: filepath.Join(root, "bin", "go"), Version: version, Prefixes: []string{root}, Env: []string{"GOROOT=" + root}}, nil
}

var (
	javaHome    = regexp.MustCompile(`(?m)^\s*java\.home = (.+)$`)
	javaVersion = regexp.MustCompile(`(?m)^\s*java\.runtime\.version = (.+)$`)
)

func askJava(ctx context.Context, path string) (Tool, error) {
	out, err := run(ctx, path, "-XshowSettings:properties", "-version")
	if err != nil {
		return Tool{}, err
	}
	home := javaHome.FindStringSubmatch(out)
	if home == nil {
		return Tool{}, fmt.Errorf("%s does not answer as Java: %q", path, firstLine(out))
	}
	version := "java"
	if v := javaVersion.FindStringSubmatch(out); v != nil {
		version += " " + strings.TrimSpace(v[1])
	}
	root := strings.TrimSpace(home[1])
	return Tool{Path: filepath.Join(root, "bin", "java"), Version: version, Prefixes: []string{root}}, nil
}

func askJavac(ctx context.Context, path string) (Tool, error) {
	out, err := run(ctx, path, "-version")
	if err != nil {
		return Tool{}, err
	}
	resolved, err := filepath.EvalSymlinks(path)
	if err != nil {
		return Tool{}, fmt.Errorf("resolve %s: %w", path, err)
	}
	return Tool{Path: resolved, Version: firstLine(out), Prefixes: []string{filepath.Dir(filepath.Dir(resolved))}}, nil
}

func askRustc(ctx context.Context, path string) (Tool, error) {
	version, err := run(ctx, path, "--version")
	if err != nil {
		return Tool{}, err
	}
	out, err := run(ctx, path, "--print", "sysroot")
	if err != nil {
		return Tool{}, err
	}
	root := strings.TrimSpace(out)
	exe := filepath.Join(root, "bin", "rustc")
	if _, err := os.Stat(exe); err != nil {
		return Tool{}, errors.New("the compiler is not in its own sysroot " + root)
	}
	return Tool{Path: exe, Version: firstLine(version), Prefixes: []string{root}}, nil
}
