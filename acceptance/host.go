package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

func cores() int { return runtime.NumCPU() }

// hostState counts what an engine could leave behind on the machine.
func (e *engine) hostState() (hostState, error) {
	var s hostState
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return s, err
	}
	s.mounts = bytes.Count(mounts, []byte("\n"))
	err = filepath.WalkDir("/sys/fs/cgroup", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return ignoreGone(err)
		}
		if d.IsDir() && strings.Contains(path, "steelyard") {
			s.groups++
		}
		return nil
	})
	if err != nil {
		return s, err
	}
	left, err := e.leftProcesses()
	if err != nil {
		return s, err
	}
	s.processes = len(left)
	for _, dir := range []string{os.TempDir(), "/dev/shm", "/var/tmp"} {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return s, ignoreGone(err)
		}
		for _, entry := range entries {
			if strings.Contains(entry.Name(), "steelyard") {
				s.files++
			}
		}
	}
	return s, nil
}

func ignoreGone(err error) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return nil
	}
	return err
}

// leftProcesses lists processes of an engine that nobody owns any more: still
// there some time after their engine has ended, and handed to the machine's
// first process. Those of another engine at work beside this one are not meant.
func (e *engine) leftProcesses() ([]string, error) {
	var left []string
	for range 20 {
		all, err := readProcesses()
		if err != nil {
			return nil, err
		}
		left = left[:0]
		for pid, p := range all {
			if e.owns(p.command) && e.orphan(all, pid) {
				left = append(left, strconv.Itoa(pid)+" "+p.command)
			}
		}
		if len(left) == 0 {
			return nil, nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return left, nil
}

// owns reports whether a command line is one of an engine or of what it runs.
func (e *engine) owns(command string) bool {
	return strings.Contains(command, "/box/work") || strings.Contains(command, "/steelyard/") || strings.HasPrefix(command, "steelyard-init") ||
		strings.HasPrefix(command, e.binary)
}

// orphan reports whether the first ancestor that is no engine's is process 1.
func (e *engine) orphan(all map[int]process, pid int) bool {
	for p, ok := all[pid]; ok; p, ok = all[p.parent] {
		if p.parent <= 1 {
			return true
		}
		if !e.owns(all[p.parent].command) {
			return false
		}
	}
	return false // it ended while we looked
}

type process struct {
	parent  int
	command string
}

func readProcesses() (map[int]process, error) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil, err
	}
	out := map[int]process{}
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		line, err := os.ReadFile(filepath.Join("/proc", entry.Name(), "cmdline"))
		if err != nil {
			continue // it has ended
		}
		status, err := os.ReadFile(filepath.Join("/proc", entry.Name(), "status"))
		if err != nil {
			continue
		}
		p := process{command: strings.ReplaceAll(string(line), "\x00", " ")}
		for line := range strings.Lines(string(status)) {
			if parent, ok := strings.CutPrefix(line, "PPid:"); ok {
				if p.parent, err = strconv.Atoi(strings.TrimSpace(parent)); err != nil {
					return nil, fmt.Errorf("process %d: %w", pid, err)
				}
			}
		}
		out[pid] = p
	}
	return out, nil
}

// moment is the engine at one time.
type moment struct {
	memory      float64 // resident, MB
	descriptors int
}

// observed is how the engine's own process went: its medians in the second
// third and the last sixth of the run.
type observed struct {
	early, late moment
	peak        float64
}

// watched runs the binary and samples its process.
func (e *engine) watched(ctx context.Context, args ...string) (*stream, observed, error) {
	var seen observed
	state, err := os.MkdirTemp(e.scratch, "state-")
	if err != nil {
		return nil, seen, err
	}
	defer func() { _ = os.RemoveAll(state) }()
	out := filepath.Join(e.scratch, "watched.jsonl")
	var stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, e.binary, append(args, "--format", "jsonl", "-q", "--state", state, "--out", out)...)
	cmd.Stderr = &stderr
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, seen, err
	}
	done := make(chan struct{})
	samples := make(chan []moment)
	go func() { samples <- sample(cmd.Process.Pid, done) }()
	err = cmd.Wait()
	close(done)
	all := <-samples
	if err != nil {
		return nil, seen, fmt.Errorf("%w: %.400s", err, stderr.String())
	}
	data, err := os.ReadFile(out)
	if err != nil {
		return nil, seen, err
	}
	s, err := parseStream(data)
	if err != nil {
		return nil, seen, err
	}
	s.took = time.Since(start)
	if len(all) < 12 {
		return s, seen, fmt.Errorf("only %d samples of the engine's memory", len(all))
	}
	third, sixth := len(all)/3, len(all)/6
	seen.early, seen.late = middle(all[third:2*third]), middle(all[len(all)-sixth:])
	for _, m := range all {
		seen.peak = max(seen.peak, m.memory)
	}
	return s, seen, nil
}

func middle(ms []moment) moment {
	var memory, descriptors float64
	for _, m := range ms {
		memory += m.memory
		descriptors += float64(m.descriptors)
	}
	n := float64(len(ms))
	return moment{memory / n, int(descriptors / n)}
}

func sample(pid int, done <-chan struct{}) []moment {
	var out []moment
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return out
		case <-tick.C:
		}
		proc := filepath.Join("/proc", strconv.Itoa(pid))
		data, err := os.ReadFile(filepath.Join(proc, "statm"))
		fields := strings.Fields(string(data))
		if err != nil || len(fields) < 2 {
			continue
		}
		pages, err := strconv.ParseFloat(fields[1], 64)
		if err != nil {
			continue
		}
		descriptors, err := os.ReadDir(filepath.Join(proc, "fd"))
		if err != nil {
			continue
		}
		out = append(out, moment{pages * float64(os.Getpagesize()) / 1e6, len(descriptors)})
	}
}

// lines writes one JSON value a line.
type lines struct {
	w   *bufio.Writer
	enc *json.Encoder
}

func newLines(f *os.File) *lines {
	w := bufio.NewWriterSize(f, 1<<20)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return &lines{w, enc}
}

func (l *lines) write(v any) error { return l.enc.Encode(v) }
func (l *lines) flush() error      { return l.w.Flush() }
