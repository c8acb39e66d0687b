package ns

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// cgroups are the control groups of one slot. They are made with the slot, its
// processes stay in them for life, and between runs only limits and counters
// are reset.
type cgroups struct {
	version string // "v1" or "v2"
	memory  string // folder of the memory group
	pids    string // folder of the pids group; equal to memory on v2

	cpu string // folder of the cpuacct group; "" on v2

	memLimit int64 // in force; 0 none
	pidLimit int
	// hot are counters read around every run, kept open.
	hot map[string]*os.File
}

// newCgroups makes the groups, named name below the engine's own.
func newCgroups(name string) (*cgroups, error) {
	v1, err1 := newV1(name)
	if err1 == nil {
		return v1, nil
	}
	v2, err2 := newV2(name)
	if err2 == nil {
		return v2, nil
	}
	return nil, fmt.Errorf("cgroup v1: %w; cgroup v2: %w", err1, err2)
}

func newV1(name string) (*cgroups, error) {
	g := &cgroups{version: "v1"}
	for ctl, field := range map[string]*string{"memory": &g.memory, "pids": &g.pids, "cpuacct": &g.cpu} {
		dir, err := cgroupDir(ctl)
		if err != nil {
			g.remove()
			return nil, err
		}
		dir = filepath.Join(dir, name)
		if err := os.Mkdir(dir, 0o755); err != nil && !errors.Is(err, os.ErrExist) {
			g.remove()
			return nil, err
		}
		*field = dir
	}
	// Where it exists: buffers of sockets are charged to nobody else.
	_ = g.set(g.memory, "memory.kmem.tcp.limit_in_bytes", 64<<20)
	return g, nil
}

func newV2(name string) (*cgroups, error) {
	dir, err := cgroupDir("")
	if err != nil {
		return nil, err
	}
	if err := enableV2(dir); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, name)
	if err := os.Mkdir(path, 0o755); err != nil && !errors.Is(err, os.ErrExist) {
		return nil, err
	}
	g := &cgroups{version: "v2", memory: path, pids: path}
	if _, err := os.Stat(filepath.Join(path, "memory.max")); err != nil {
		g.remove()
		return nil, fmt.Errorf("%s has no memory controller", dir)
	}
	return g, nil
}

// enableV2 gives children of dir the memory and pids controllers. A group other
// than the root may not have both processes and controlled children, so the
// engine first moves what runs there, itself included, into a leaf.
func enableV2(dir string) error {
	has := func() bool {
		b, err := os.ReadFile(filepath.Join(dir, "cgroup.subtree_control"))
		f := strings.Fields(string(b))
		return err == nil && contains(f, "memory") && contains(f, "pids")
	}
	if has() {
		return nil
	}
	b, err := os.ReadFile(filepath.Join(dir, "cgroup.controllers"))
	if err != nil {
		return err
	}
	if f := strings.Fields(string(b)); !contains(f, "memory") || !contains(f, "pids") {
		return fmt.Errorf("controllers at %s are %q: memory and pids are not delegated", dir, strings.TrimSpace(string(b)))
	}
	control := filepath.Join(dir, "cgroup.subtree_control")
	if os.WriteFile(control, []byte("+memory +pids"), 0) == nil && has() {
		return nil
	}
	leaf := filepath.Join(dir, "steelyard-engine")
	if err := os.Mkdir(leaf, 0o755); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	procs, err := os.ReadFile(filepath.Join(dir, "cgroup.procs"))
	if err != nil {
		return err
	}
	for _, pid := range strings.Fields(string(procs)) {
		_ = os.WriteFile(filepath.Join(leaf, "cgroup.procs"), []byte(pid), 0) // gone or not ours: the next write tells
	}
	if err := os.WriteFile(control, []byte("+memory +pids"), 0); err != nil {
		return err
	}
	return nil
}

func contains(list []string, s string) bool {
	for _, v := range list {
		if v == s {
			return true
		}
	}
	return false
}

func (g *cgroups) dirs() []string {
	if g.memory == g.pids {
		return []string{g.memory}
	}
	return []string{g.memory, g.pids, g.cpu}
}

// add moves a process and what it will start into the groups.
func (g *cgroups) add(pid int) error {
	for _, dir := range g.dirs() {
		if err := os.WriteFile(filepath.Join(dir, "cgroup.procs"), []byte(strconv.Itoa(pid)), 0); err != nil {
			return err
		}
	}
	return nil
}

func (g *cgroups) set(dir, file string, v int64) error {
	return os.WriteFile(filepath.Join(dir, file), []byte(strconv.FormatInt(v, 10)), 0)
}

// limit puts the limits in force: bytes of memory and number of tasks, both
// counted over the whole slot, so the caller adds what the slot itself takes.
func (g *cgroups) limit(memory int64, pids int) error {
	if memory != g.memLimit {
		file := "memory.limit_in_bytes"
		if g.version == "v2" {
			file = "memory.max"
		}
		if err := g.set(g.memory, file, memory); err != nil {
			return err
		}
		g.memLimit = memory
		if g.version == "v2" {
			_ = g.set(g.memory, "memory.swap.max", 0) // absent without swap accounting
		}
	}
	if pids != g.pidLimit {
		if err := g.set(g.pids, "pids.max", int64(pids)); err != nil {
			return err
		}
		g.pidLimit = pids
	}
	return nil
}

func (g *cgroups) read(dir, file string) int64 {
	b, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		return 0
	}
	v, err := strconv.ParseInt(strings.TrimSpace(string(b)), 10, 64)
	if err != nil {
		return 0
	}
	return v
}

func (g *cgroups) usage() int64 {
	if g.version == "v2" {
		return g.read(g.memory, "memory.current")
	}
	return g.read(g.memory, "memory.usage_in_bytes")
}

// resetPeak starts a new measurement of the highest usage.
func (g *cgroups) resetPeak() {
	if g.version == "v1" {
		_ = g.set(g.memory, "memory.max_usage_in_bytes", 0) // a stale peak is only a worse measurement
	}
}

func (g *cgroups) peak() int64 {
	if g.version == "v1" {
		return g.read(g.memory, "memory.max_usage_in_bytes")
	}
	return 0
}

// tasks is the number of processes and threads in the slot.
func (g *cgroups) tasks() int64 { return g.read(g.pids, "pids.current") }

// field reads a counter from a "name value" file.
func field(path, name string) int64 {
	b, err := os.ReadFile(path)
	if err != nil {
		return 0
	}
	return fieldOf(b, name)
}

func fieldOf(b []byte, name string) int64 {
	for line := range bytes.SplitSeq(b, []byte("\n")) {
		if v, ok := bytes.CutPrefix(line, []byte(name+" ")); ok {
			n, err := strconv.ParseInt(string(bytes.TrimSpace(v)), 10, 64)
			if err == nil {
				return n
			}
		}
	}
	return 0
}

// counter returns a file's content through a descriptor that stays open.
func (g *cgroups) counter(dir, file string) []byte {
	path := filepath.Join(dir, file)
	f := g.hot[path]
	if f == nil {
		var err error
		if f, err = os.Open(path); err != nil {
			return nil
		}
		if g.hot == nil {
			g.hot = map[string]*os.File{}
		}
		g.hot[path] = f
	}
	var buf [1024]byte
	n, err := f.ReadAt(buf[:], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil
	}
	return buf[:n]
}

// oomKills counts the processes that the memory limit has killed so far.
func (g *cgroups) oomKills() int64 {
	if g.version == "v2" {
		return fieldOf(g.counter(g.memory, "memory.events"), "oom_kill")
	}
	return fieldOf(g.counter(g.memory, "memory.oom_control"), "oom_kill")
}

// cpuTime is the processor time that the whole slot has used so far, whoever
// reaped whom.
func (g *cgroups) cpuTime() time.Duration {
	if g.version == "v2" {
		return time.Duration(fieldOf(g.counter(g.memory, "cpu.stat"), "usage_usec")) * time.Microsecond
	}
	n, err := strconv.ParseInt(string(bytes.TrimSpace(g.counter(g.cpu, "cpuacct.usage"))), 10, 64)
	if err != nil {
		return 0
	}
	return time.Duration(n)
}

// forksRefused counts the forks that the pids limit has refused so far.
func (g *cgroups) forksRefused() int64 { return field(filepath.Join(g.pids, "pids.events"), "max") }

// kill ends everything in the slot.
func (g *cgroups) kill() {
	if g.version == "v2" {
		_ = os.WriteFile(filepath.Join(g.memory, "cgroup.kill"), []byte("1"), 0) // the PID namespace's end does the same
	}
}

// shrink drops cached pages that are charged to the slot.
func (g *cgroups) shrink() {
	if g.version == "v1" {
		_ = g.set(g.memory, "memory.force_empty", 0) // what stays is in use
		return
	}
	// Not through os: the kernel answers EAGAIN when it gave back less than was
	// asked for, and an os.File would wait for the file to become writable.
	fd, err := unix.Open(filepath.Join(g.memory, "memory.reclaim"), unix.O_WRONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return
	}
	_, _ = unix.Write(fd, []byte("64M")) // likewise
	_ = unix.Close(fd)
}

// remove deletes the groups. A group whose last process is still being torn
// down is busy for a moment.
func (g *cgroups) remove() {
	for _, f := range g.hot {
		_ = f.Close() // it was only read
	}
	for _, dir := range g.dirs() {
		if dir == "" {
			continue
		}
		for i := range 100 {
			err := os.Remove(dir)
			if err == nil || errors.Is(err, os.ErrNotExist) {
				break
			}
			time.Sleep(time.Duration(1+i/20) * time.Millisecond)
		}
	}
}
