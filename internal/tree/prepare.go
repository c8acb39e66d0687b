package tree

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"steelyard"
	"steelyard/internal/sandbox"
)

// A preparation is a set-up step that is made once for a tool, in a sandbox like
// everything else, and makes what the tool does afterwards faster: its standard
// library compiled, its most used header parsed, its own classes loaded. It must
// not change what the tool does.
type preparation struct {
	tool string
	// script is a shell program that leaves its product in the folder "out" of
	// the working folder; $TOOL is the tool.
	script string
	files  map[string]string
	env    []string
	// extra says how the product, shown at dir, is used.
	extra func(dir string) Extra
}

// extraDir is where products are shown inside a sandbox.
const extraDir = "/opt/steelyard"

func preparations() []preparation {
	return []preparation{
		{
			tool: Go,
			// The flags are those of the program grader: others mean other products.
			script: `GOCACHE=$PWD/out "$TOOL" build -trimpath '-ldflags=-s -w' -o /dev/null main.go`,
			files:  map[string]string{"main.go": goPackages()},
			env:    []string{"GO111MODULE=off", "GOFLAGS=", "GOENV=off", "CGO_ENABLED=0"},
			// The cache is shown read-only; the tool goes on without writing to it.
			extra: func(dir string) Extra { return Extra{Env: []string{"GOCACHE=" + dir}} },
		},
		{
			tool:   GPP,
			script: `mkdir -p out/bits && "$TOOL" -O2 -std=gnu++17 -x c++-header all.h -o out/bits/stdc++.h.gch`,
			files:  map[string]string{"all.h": "#include <bits/stdc++.h>\n"},
			extra:  func(dir string) Extra { return Extra{Env: []string{"CPLUS_INCLUDE_PATH=" + dir}} },
		},
		{
			tool:   Javac,
			script: `mkdir -p out && "$TOOL" -J-XX:ArchiveClassesAtExit=out/javac.jsa -J-XX:+UseSerialGC -proc:none -nowarn -d classes Main.java`,
			files:  map[string]string{"Main.java": javaProgram},
			// An archive that does not fit is ignored by the virtual machine.
			extra: func(dir string) Extra {
				return Extra{Args: []string{"-J-XX:SharedArchiveFile=" + dir + "/javac.jsa", "-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1"}}
			},
		},
	}
}

// prepareLimits bound a set-up step.
func prepareLimits() steelyard.Limits {
	return steelyard.Limits{
		Wall: steelyard.Duration(10 * time.Minute), CPU: steelyard.Duration(10 * time.Minute),
		Output: steelyard.MiB, Disk: steelyard.GiB, OpenFiles: 1024,
	}
}

// Bounds on a product, which comes out of a sandbox and is hostile like all that does.
const (
	productMax   = 1 << 30
	productFiles = 20_000
)

// preparing is the state of a host's preparations.
type preparing struct {
	// working is held during a preparation: whoever needs its product waits.
	working sync.Mutex

	mu   sync.Mutex
	done map[string]bool
}

// settled reports whether there is nothing to prepare for the tool any more.
func (p *preparing) settled(tool string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.done[tool]
}

func (p *preparing) settle(tool string) {
	p.mu.Lock()
	p.done[tool] = true
	p.mu.Unlock()
}

// Prepare makes what the tools of x profit from, if it is not there yet. It
// takes seconds to a minute the first time and nothing afterwards. A failure is
// logged and costs speed only. say, when not nil, hears what is being waited for.
func (h *Host) Prepare(ctx context.Context, b sandbox.Backend, x *steelyard.Exec, say func(string)) {
	if h.cfg.StateDir == "" {
		return
	}
	for i := range x.Procs {
		if argv := x.Procs[i].Argv; len(argv) > 0 {
			if tool, ok := strings.CutPrefix(argv[0], "@"); ok {
				h.prepareTool(ctx, b, tool, say)
			}
		}
	}
}

func (h *Host) prepareTool(ctx context.Context, b sandbox.Backend, tool string, say func(string)) {
	if h.prep.settled(tool) {
		return // asked before every step: nothing may be made for the answer
	}
	all := preparations()
	i := slices.IndexFunc(all, func(p preparation) bool { return p.tool == tool })
	if i < 0 || !h.tool(tool).Found() {
		h.prep.settle(tool)
		return
	}
	h.prep.working.Lock()
	defer h.prep.working.Unlock()
	if h.prep.settled(tool) {
		return
	}
	if say != nil {
		say(fmt.Sprintf("preparing %s once, so that it compiles faster from now on", tool))
	}
	err := h.prepare(ctx, b, all[i])
	if err != nil && ctx.Err() != nil {
		return // another time
	}
	if err != nil {
		h.cfg.Logger.Warn("preparation failed; compiling will be slower", "tool", tool, "err", err)
	}
	h.prep.settle(tool)
}

// knownProducts provides what earlier runs prepared for these tools.
func (h *Host) knownProducts(tools map[string]Tool) {
	for _, p := range preparations() {
		t := tools[p.tool]
		if !t.Found() {
			continue
		}
		dir, err := h.productDir(p, t)
		if err != nil || !isDir(dir) {
			continue
		}
		h.provide(p, dir)
		h.prep.settle(p.tool)
	}
}

func (h *Host) provide(p preparation, dir string) {
	at := extraDir + "/" + strings.ReplaceAll(p.tool, "+", "p")
	x := p.extra(at)
	x.Tool = p.tool
	x.Binds = append(x.Binds, sandbox.Bind{Source: dir, Target: at})
	h.Provide(p.tool, x)
}

// productDir is named by everything that the product depends on.
func (h *Host) productDir(p preparation, t Tool) (string, error) {
	base, err := baseDigest(&sandbox.Mounts{})
	if err != nil {
		return "", err
	}
	d, err := steelyard.DigestJSON([]any{"product@1", base, t.Path, t.Version, p.script, p.files, p.env})
	if err != nil {
		return "", err
	}
	return filepath.Join(h.cfg.StateDir, "env", strings.ReplaceAll(p.tool, "+", "p")+"-"+d.Short()), nil
}

func (h *Host) prepare(ctx context.Context, b sandbox.Backend, p preparation) error {
	dir, err := h.productDir(p, h.tool(p.tool))
	if err != nil {
		return err
	}
	if isDir(dir) { // another process was faster
		h.provide(p, dir)
		return nil
	}
	env, err := h.Env(ctx, "")
	if err != nil {
		return err
	}
	box, err := b.Open(ctx, env.Mounts)
	if err != nil {
		return fmt.Errorf("open sandbox: %w", err)
	}
	const product = "product.tgz"
	files := map[string]steelyard.Blob{}
	for name, content := range p.files {
		files[name] = steelyard.Text(content)
	}
	o := box.Do(ctx, &steelyard.Exec{Procs: []steelyard.Proc{{
		Role: steelyard.ProcCompiler,
		Argv: []string{"/bin/sh", "-ec", p.script + "\ntar -cf - -C out . | gzip -1 > " + product},
		Env:  append([]string{"TOOL=" + h.tool(p.tool).Path}, p.env...), Files: files,
		Collect: []string{product}, Limits: prepareLimits(),
	}}})
	if err := box.Close(); err != nil {
		return fmt.Errorf("close sandbox: %w", err)
	}
	if f := o.Outcome.Infra; f != nil {
		return fmt.Errorf("%s: %s", f.Boundary, f.Cause)
	}
	r := o.Outcome.Proc(steelyard.ProcCompiler)
	if r == nil || r.End != steelyard.EndExited || r.Code != 0 {
		return fmt.Errorf("set-up step: %s", failure(r))
	}
	blob, ok := r.Files[product]
	if !ok || !blob.Held() {
		return fmt.Errorf("set-up step left no product: %v", r.Rejected)
	}
	if err := unpack(blob.Inline, dir); err != nil {
		return fmt.Errorf("set-up step: %w", err)
	}
	h.provide(p, dir)
	return nil
}

func failure(r *steelyard.ProcOutcome) string {
	if r == nil {
		return "nothing came back"
	}
	return fmt.Sprintf("%s %d %s: %s", r.End, r.Code, r.Note, firstLine(r.Stderr.String()))
}

// unpack writes the folders and regular files of an archive into dir, which
// appears whole or not at all. Nothing is written outside it.
func unpack(tgz []byte, dir string) (err error) {
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp(filepath.Dir(dir), ".new-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(tmp)) }()
	root, err := os.OpenRoot(tmp)
	if err != nil {
		return err
	}
	err = unpackInto(root, tgz)
	if err = errors.Join(err, root.Close()); err != nil {
		return err
	}
	// Readable for whatever user a candidate runs as.
	if err := os.Chmod(tmp, 0o755); err != nil {
		return err
	}
	if err := os.Rename(tmp, dir); err != nil && !isDir(dir) {
		return err
	}
	return nil
}

func unpackInto(root *os.Root, tgz []byte) error {
	z, err := gzip.NewReader(bytes.NewReader(tgz))
	if err != nil {
		return fmt.Errorf("unpack: %w", err)
	}
	left := int64(productMax)
	tr := tar.NewReader(io.LimitReader(z, productMax))
	for n := 0; ; n++ {
		head, err := tr.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("unpack: %w", err)
		}
		if left -= head.Size; left < 0 || n > productFiles {
			return errors.New("unpack: the product is too large")
		}
		name := filepath.Clean(head.Name)
		switch head.Typeflag {
		case tar.TypeDir:
			if name != "." {
				err = root.MkdirAll(name, 0o755)
			}
		case tar.TypeReg:
			err = writeProduct(root, name, tr)
		}
		if err != nil {
			return fmt.Errorf("unpack: %w", err)
		}
	}
}

func writeProduct(root *os.Root, name string, r io.Reader) error {
	if err := root.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, r)
	return errors.Join(err, f.Close())
}

func isDir(path string) bool {
	st, err := os.Stat(path)
	return err == nil && st.IsDir()
}

// goPackages is a program that imports what contest programs and small tasks
// import. What is missing here still compiles, only slower.
func goPackages() string {
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n")
	for p := range strings.FieldsSeq(`bufio bytes cmp container/heap container/list container/ring context
		crypto/md5 crypto/sha1 crypto/sha256 encoding/binary encoding/hex encoding/json errors fmt hash/fnv io iter
		maps math math/big math/bits math/cmplx math/rand math/rand/v2 os os/signal path reflect regexp runtime
		runtime/debug slices sort strconv strings sync sync/atomic text/tabwriter time unicode unicode/utf8`) {
		b.WriteString("\t_ \"" + p + "\"\n")
	}
	b.WriteString(")\n\nfunc main() {}\n")
	return b.String()
}

// javaProgram makes the compiler load what most programs make it load.
const javaProgram = `import java.io.*;
import java.math.*;
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class Main {
    record Pair(int a, int b) {}
    enum Kind { ONE, TWO }
    interface Shape<T extends Comparable<T>> { T area(); }

    static <T extends Comparable<T>> T most(List<? extends T> all) {
        T best = null;
        for (T t : all) if (best == null || t.compareTo(best) > 0) best = t;
        return best;
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        Map<String, List<Integer>> groups = new TreeMap<>();
        for (String line; (line = in.readLine()) != null; ) {
            StringTokenizer st = new StringTokenizer(line);
            while (st.hasMoreTokens()) groups.computeIfAbsent(st.nextToken(), k -> new ArrayList<>()).add(line.length());
        }
        Shape<Integer> shape = () -> groups.values().stream().mapToInt(List::size).sum();
        var text = switch (shape.area() % 2) { case 0 -> Kind.ONE.name(); default -> Kind.TWO.name(); };
        StringBuilder sb = new StringBuilder(text);
        try {
            sb.append(BigInteger.TWO.pow(70)).append(most(List.of(1, 2, 3)));
        } catch (ArithmeticException | IllegalStateException e) {
            throw new UncheckedIOException(new IOException(e));
        }
        long[][] grid = new long[3][4];
        Arrays.sort(grid[0]);
        System.out.println(sb + new Pair(1, 2).toString() + IntStream.range(0, 9).boxed().collect(Collectors.toList()) + new PriorityQueue<Integer>(Comparator.reverseOrder()));
    }
}
`
