package ns

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"steelyard"
	"steelyard/internal/guest"
	"steelyard/internal/sandbox"
)

// A Slot is one confined slot init and the memory shared with it. It carries
// out one Exec at a time.
type Slot struct {
	b      *Backend
	env    *sandbox.Mounts
	groups *cgroups // nil where none can be made
	cmd    *exec.Cmd
	conn   *net.UnixConn
	mail   []byte
	warm   warmSet

	rest int64 // tasks in the slot while nothing runs
	base int64 // bytes the slot itself takes
	ooms int64 // processes its memory limit has killed so far
	// cpuBegan is the slot's CPU time when the current run began.
	cpuBegan time.Duration
	flat     *flat // set on the tier without namespaces
	dead     error // why the slot can no longer be used
	mu       sync.Mutex
	close    sync.Once
}

var _ sandbox.Sandbox = (*Slot)(nil)

// Open builds a slot that shows env. It takes a few milliseconds.
func (b *Backend) Open(ctx context.Context, env *sandbox.Mounts) (sandbox.Sandbox, error) {
	if err := b.Ready(ctx); err != nil {
		return nil, err
	}
	s := &Slot{b: b, env: env}
	if b.host.Flat {
		if err := s.makeFlat(); err != nil {
			return nil, fmt.Errorf("open a slot: %w", err)
		}
	}
	err := s.start(ctx)
	var init *initError
	if errors.As(err, &init) && strings.HasPrefix(init.text, "mount /proc") && !b.noProc.Swap(true) {
		// A container's runtime that hides parts of /proc keeps user namespaces
		// from having a fresh one. Programs then see an empty folder.
		b.cfg.Logger.Warn("this host allows no /proc in sandboxes; programs that read it will differ", "cause", init.text)
		_ = s.Close() // it never opened
		s = &Slot{b: b, env: env}
		err = s.start(ctx)
	}
	if err != nil {
		_ = s.Close() // the first error tells more
		return nil, fmt.Errorf("open a slot: %w", err)
	}
	return s, nil
}

func memfd(name string) (*os.File, error) {
	fd, err := unix.MemfdCreate(name, unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	if err != nil {
		return nil, fmt.Errorf("memfd_create %s: %w", name, err)
	}
	return os.NewFile(uintptr(fd), name), nil
}

// initFile writes the slot init where the slot's user may execute it, in a new
// folder that also serves as the mount point of the slot's root. An executable
// in anonymous memory would do if every kernel let another user namespace
// execute it. Each slot has its own copy, unlinked once it runs, so that nothing
// can be changed under another one.
func initFile(image []byte) (dir, path string, err error) {
	for _, parent := range []string{os.TempDir(), "/dev/shm", "/run"} {
		if dir, err = os.MkdirTemp(parent, slotDirPrefix+strconv.Itoa(os.Getpid())+"-"); err != nil {
			continue
		}
		path = filepath.Join(dir, "init")
		if err = os.Chmod(dir, 0o755); err == nil { //nolint:gosec // the slot's user has to enter it
			err = os.WriteFile(path, image, 0o755) //nolint:gosec // and to execute this
		}
		if err == nil && !noexec(dir) && reachable(dir) {
			return dir, path, nil
		}
		_ = os.RemoveAll(dir) // another place is tried
	}
	if err == nil {
		err = errors.New("every temporary folder is mounted noexec or closed to other users; set TMPDIR to one that is not")
	}
	return "", "", fmt.Errorf("place the slot init: %w", err)
}

// reachable reports whether the slot's user, who under a root engine is nobody
// that the host knows, may enter every folder on the way.
func reachable(dir string) bool {
	for os.Geteuid() == 0 && dir != "/" {
		dir = filepath.Dir(dir)
		if st, err := os.Stat(dir); err != nil || st.Mode().Perm()&0o001 == 0 {
			return false
		}
	}
	return true
}

const slotDirPrefix = "steelyard-slot-"

// sweepSlotDirs removes the folders of slot inits that an engine which was killed
// left behind; a living one removes its own as soon as the slot runs.
func sweepSlotDirs() {
	for _, parent := range []string{os.TempDir(), "/dev/shm", "/run"} {
		old, err := filepath.Glob(filepath.Join(parent, slotDirPrefix+"*-*"))
		if err != nil {
			continue
		}
		for _, dir := range old {
			text, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(dir), slotDirPrefix), "-")
			pid, err := strconv.Atoi(text)
			if err == nil && pid != os.Getpid() && errors.Is(unix.Kill(pid, 0), unix.ESRCH) {
				_ = os.RemoveAll(dir) // somebody else's stays
			}
		}
	}
}

func noexec(dir string) bool {
	var st unix.Statfs_t
	return unix.Statfs(dir, &st) == nil && st.Flags&unix.ST_NOEXEC != 0
}

func (s *Slot) start(ctx context.Context) error {
	image, err := guest.Init()
	if err != nil {
		return err
	}
	mailFile, err := memfd("steelyard-mail")
	if err != nil {
		return err
	}
	defer mailFile.Close()
	if err := mailFile.Truncate(mailSize); err != nil {
		return fmt.Errorf("size the mailbox: %w", err)
	}
	if _, err := unix.FcntlInt(mailFile.Fd(), unix.F_ADD_SEALS, unix.F_SEAL_SHRINK|unix.F_SEAL_GROW|unix.F_SEAL_SEAL); err != nil {
		return fmt.Errorf("seal the mailbox: %w", err)
	}
	s.mail, err = unix.Mmap(int(mailFile.Fd()), 0, mailSize, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_NORESERVE)
	if err != nil {
		return fmt.Errorf("map the mailbox: %w", err)
	}
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("socketpair: %w", err)
	}
	ours, theirs := os.NewFile(uintptr(pair[0]), "control"), os.NewFile(uintptr(pair[1]), "control")
	defer theirs.Close()
	conn, err := net.FileConn(ours)
	_ = ours.Close() // FileConn made its own copy
	if err != nil {
		return fmt.Errorf("control socket: %w", err)
	}
	s.conn = conn.(*net.UnixConn) //nolint:forcetypeassert // the pair is AF_UNIX

	dir, exe, err := initFile(image)
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	trees, err := s.trees()
	defer closeAll(trees)
	if err != nil {
		return err
	}
	s.cmd = exec.Command(exe, strconv.Itoa(orderSize), strconv.Itoa(mailSize))
	s.cmd.Args[0] = "steelyard-init"
	s.cmd.Env = []string{}
	s.cmd.ExtraFiles = append([]*os.File{theirs, mailFile}, trees...)
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if !s.b.host.Flat {
		s.cmd.SysProcAttr = sysProcAttr(s.b.host.Root)
	}
	s.cmd.Stderr = nil
	if err := s.cmd.Start(); err != nil {
		s.cmd = nil
		return fmt.Errorf("start the slot init: %w", err)
	}
	if s.b.host.Cgroup != "" {
		s.groups, err = newCgroups(cgroupName(s.b.next.Add(1)))
		if err != nil {
			return fmt.Errorf("make control groups: %w", err)
		}
		if err := s.groups.add(s.cmd.Process.Pid); err != nil {
			return fmt.Errorf("enter control groups: %w", err)
		}
		if err := s.groups.limit(int64(s.b.cfg.MemoryDefault), s.b.cfg.PidsDefault); err != nil {
			return fmt.Errorf("set control group limits: %w", err)
		}
	}
	if kind, v, err := s.recv(ctx, 10*time.Second); err != nil || kind != msgReady || v != proto {
		return fmt.Errorf("slot init said %d %d: %w", kind, v, orErr(err))
	}
	e := encoder{buf: s.mail[:orderSize]}
	s.encodeConfig(&e, dir, len(trees) > 0)
	if _, err := s.call(ctx, msgConfig, 20*time.Second); err != nil {
		return fmt.Errorf("set up the slot: %w", err)
	}
	s.rest = 1
	if s.groups != nil {
		s.rest = s.groups.tasks()
		s.base = s.groups.usage()
	}
	return nil
}

func orErr(err error) error {
	if err == nil {
		return errors.New("protocol mismatch")
	}
	return err
}

func closeAll(files []*os.File) {
	for _, f := range files {
		if f != nil {
			_ = f.Close() // the slot has its own copies
		}
	}
}

// devices are bound from the host, because a user namespace cannot make them.
func devices() []sandbox.Bind {
	var out []sandbox.Bind
	for _, name := range []string{"null", "zero", "full", "random", "urandom"} {
		out = append(out, sandbox.Bind{Source: "/dev/" + name, Target: "/dev/" + name})
	}
	return out
}

func (s *Slot) binds() []sandbox.Bind {
	out := slices.Clone(s.env.Binds)
	out = append(out, sandbox.Bind{Source: s.b.cfg.GuestDir, Target: steelyard.GuestDir})
	out = append(out, devices()...)
	return append(out, sandbox.Bind{Source: s.b.cfg.LayersDir, Target: "/.x/layers"})
}

// trees opens detached copies of the mounts with the engine's own rights: the
// slot's root user cannot look below folders that only the host's root enters.
// Without root the slot looks the paths up itself.
func (s *Slot) trees() ([]*os.File, error) {
	if !s.b.host.Root {
		return nil, nil
	}
	var out []*os.File
	for _, b := range s.binds() {
		fd, err := unix.OpenTree(unix.AT_FDCWD, b.Source, unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_RECURSIVE)
		if err != nil {
			return out, fmt.Errorf("open_tree %s: %w", b.Source, err)
		}
		out = append(out, os.NewFile(uintptr(fd), b.Source))
	}
	return out, nil
}

func flag(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

func (s *Slot) encodeConfig(e *encoder, root string, trees bool) {
	e.u32(flag(s.b.host.Users))
	e.u32(flag(!s.b.noProc.Load()))
	if s.flat != nil {
		e.u32(uint32(s.flat.uid))
		e.u32(uint32(s.flat.uid))
	} else {
		e.u32(candidateUID)
		e.u32(candidateGID)
	}
	e.u32(flag(s.flat != nil))
	e.str(root)
	e.str("box")
	e.blob(slotFilter(s.flat == nil))
	if s.flat != nil {
		paths := s.flat.readable(s)
		e.u32(uint32(len(paths)))
		for _, p := range paths {
			e.str(p)
		}
		return
	}
	binds := s.binds()
	fd := func(i int) uint32 {
		if !trees {
			return ^uint32(0)
		}
		return uint32(5 + i) // after stdio, control socket and mailbox
	}
	last := len(binds) - 1 // the layers
	e.u32(uint32(last))
	for i, b := range binds[:last] {
		e.u32(fd(i))
		e.str(b.Source)
		e.str(b.Target)
		e.u32(flag(strings.HasPrefix(b.Target, "/dev/")))
	}
	links := map[string]string{
		"/dev/fd": "/proc/self/fd", "/dev/stdin": "/proc/self/fd/0", "/dev/stdout": "/proc/self/fd/1",
		"/dev/stderr": "/proc/self/fd/2", "/dev/shm": "/box/shm", "/var/tmp": "/tmp",
	}
	for k, v := range s.env.Symlinks {
		links[k] = v
	}
	e.u32(uint32(len(links)))
	for _, k := range sortedKeys(links) {
		e.str(k)
		e.str(links[k])
	}
	e.u32(uint32(len(s.env.Files)))
	for _, k := range sortedKeys(s.env.Files) {
		e.str(k)
		e.blob(s.env.Files[k])
	}
	e.u32(fd(last))
	e.str(binds[last].Source)
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func (s *Slot) send(kind, value uint32) error {
	e := encoder{buf: make([]byte, 8)}
	e.u32(kind)
	e.u32(value)
	_, err := s.conn.Write(e.buf)
	if err != nil {
		return fmt.Errorf("slot init: %w", err)
	}
	return nil
}

var errDeadline = errors.New("no answer in time")

// recv waits for one message. When ctx ends it asks once for cancellation and
// goes on waiting: the slot answers as soon as everything is dead.
func (s *Slot) recv(ctx context.Context, limit time.Duration) (kind, value uint32, err error) {
	if err := s.conn.SetReadDeadline(time.Now().Add(limit)); err != nil {
		return 0, 0, fmt.Errorf("slot init: %w", err)
	}
	stop := context.AfterFunc(ctx, func() { _ = s.send(msgCancel, 0) }) // a dead slot shows in the read below
	defer stop()
	var b [8]byte
	n, err := s.conn.Read(b[:])
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return 0, 0, errDeadline
	case err != nil:
		return 0, 0, fmt.Errorf("slot init is gone: %w", err)
	case n != len(b):
		return 0, 0, errors.New("slot init is gone")
	}
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24,
		uint32(b[4]) | uint32(b[5])<<8 | uint32(b[6])<<16 | uint32(b[7])<<24, nil
}

// call sends a message whose content is in the order area and waits for its end.
func (s *Slot) call(ctx context.Context, kind uint32, limit time.Duration) (uint32, error) {
	if err := s.send(kind, 0); err != nil {
		return 0, err
	}
	got, v, err := s.recv(ctx, limit)
	if err != nil {
		return 0, err
	}
	switch got {
	case msgDone:
		return v, nil
	case msgFail:
		return 0, &initError{failText(s.mail[orderSize:])}
	}
	return 0, fmt.Errorf("slot init said %d", got)
}

// initError is a failure that the slot init itself reported.
type initError struct{ text string }

func (e *initError) Error() string { return e.text }

// Reset checks that nothing of the last run is left: every cell is reaped and
// the slot holds as many tasks as when it was idle.
func (s *Slot) Reset(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dead != nil {
		return s.dead
	}
	alive, err := s.call(ctx, msgSettle, 10*time.Second)
	if err != nil {
		s.dead = err
		return err
	}
	for i := range maxZygotes {
		if alive>>i&1 == 0 {
			s.warm.key[i] = "" // it is started again when it is needed
		}
	}
	if s.groups == nil {
		return nil
	}
	for i := range 100 {
		n := s.groups.tasks()
		if n <= s.rest {
			return nil
		}
		time.Sleep(time.Duration(i/10+1) * 100 * time.Microsecond)
	}
	s.dead = fmt.Errorf("slot holds %d tasks after a run, %d before", s.groups.tasks(), s.rest)
	return s.dead
}

// Close ends the slot and everything in it.
func (s *Slot) Close() error {
	s.close.Do(func() {
		if s.conn != nil {
			_ = s.conn.Close() // the init ends when its socket does
		}
		if s.cmd != nil {
			if s.groups != nil {
				s.groups.kill()
			}
			_ = s.cmd.Process.Kill() // already gone is as good
			reap(s.cmd, s.b.cfg.Logger)
		}
		if s.groups != nil {
			s.groups.remove()
		}
		if s.flat != nil {
			s.flat.remove()
		}
		if s.mail != nil {
			_ = unix.Munmap(s.mail) // cannot fail for a mapping of ours
			s.mail = nil
		}
	})
	return nil
}

// reap waits for a killed slot init, but not for ever: a process that hangs in the
// kernel cannot be killed, and must not take the engine with it.
func reap(cmd *exec.Cmd, log *slog.Logger) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = cmd.Wait() // its exit status says nothing new
	}()
	select {
	case <-done:
	case <-time.After(5 * time.Second):
		log.Error("a slot hangs in the kernel and is left behind", "pid", cmd.Process.Pid)
	}
}

// layerPath is where a frozen layer is kept.
func (b *Backend) layerPath(d steelyard.Digest) string {
	return filepath.Join(b.cfg.LayersDir, d.Hex())
}
