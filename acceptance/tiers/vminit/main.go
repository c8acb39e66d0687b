// Command vminit is the first process of the virtual machine that
// acceptance/tiers/vm boots: it mounts what a Linux machine has, with cgroup v2
// and every controller, runs the shell lines of /vm/commands one after the
// other, and powers the machine off. It is not for any other use.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

func main() {
	if err := run(os.Stdout); err != nil {
		_, _ = fmt.Fprintf(os.Stdout, "VM-ERROR %v\n", err)
	}
	unix.Sync()
	_ = unix.Reboot(unix.LINUX_REBOOT_CMD_POWER_OFF)
}

func run(out io.Writer) error {
	if err := setUp(); err != nil {
		return err
	}
	f, err := os.Open("/vm/commands")
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for n := 0; lines.Scan(); n++ {
		_, _ = fmt.Fprintf(out, "VM-BEGIN %d\n", n)
		_, _ = fmt.Fprintf(out, "VM-END %d %d\n", n, command(out, lines.Text()))
	}
	return lines.Err()
}

// command runs one shell line and returns its exit code, -1 when it did not run
// or was killed.
func command(out io.Writer, line string) int {
	cmd := exec.CommandContext(context.Background(), "/bin/sh", "-c", line)
	cmd.Stdout, cmd.Stderr = out, out
	cmd.Dir = "/root"
	cmd.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME=/root", "LANG=C.UTF-8"}
	err := cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return exit.ExitCode()
	}
	if err != nil {
		_, _ = fmt.Fprintln(out, err)
		return -1
	}
	return 0
}

// setUp makes the machine look like any other: its root is a mount below the
// kernel's first one (which nothing can pivot away from).
func setUp() error {
	if err := os.MkdirAll("/newroot", 0o755); err != nil {
		return err
	}
	if err := unix.Mount("/", "/newroot", "", unix.MS_BIND, ""); err != nil {
		return fmt.Errorf("bind root: %w", err)
	}
	if err := unix.Chdir("/newroot"); err != nil {
		return fmt.Errorf("enter root: %w", err)
	}
	if err := unix.Mount("/newroot", "/", "", unix.MS_MOVE, ""); err != nil {
		return fmt.Errorf("move root: %w", err)
	}
	if err := unix.Chroot("."); err != nil {
		return fmt.Errorf("change root: %w", err)
	}
	for _, m := range []struct{ source, target, kind string }{
		{"proc", "/proc", "proc"},
		{"sysfs", "/sys", "sysfs"},
		{"devtmpfs", "/dev", "devtmpfs"},
		{"devpts", "/dev/pts", "devpts"},
		{"tmpfs", "/dev/shm", "tmpfs"},
		{"tmpfs", "/tmp", "tmpfs"},
		{"tmpfs", "/run", "tmpfs"},
		{"cgroup2", "/sys/fs/cgroup", "cgroup2"},
	} {
		if err := os.MkdirAll(m.target, 0o755); err != nil {
			return err
		}
		if err := unix.Mount(m.source, m.target, m.kind, 0, ""); err != nil {
			return fmt.Errorf("mount %s: %w", m.target, err)
		}
	}
	for target, link := range map[string]string{"/proc/self/fd": "/dev/fd", "/proc/self/fd/0": "/dev/stdin", "/proc/self/fd/1": "/dev/stdout", "/proc/self/fd/2": "/dev/stderr"} {
		if err := os.Symlink(target, link); err != nil && !errors.Is(err, os.ErrExist) {
			return err
		}
	}
	if err := controllers(); err != nil {
		return err
	}
	return modules()
}

// controllers enables every controller below the root, as a system manager does.
func controllers() error {
	names, err := os.ReadFile("/sys/fs/cgroup/cgroup.controllers")
	if err != nil {
		return err
	}
	for name := range strings.FieldsSeq(string(names)) {
		// A controller that cannot be enabled is simply absent to what runs here.
		_ = os.WriteFile("/sys/fs/cgroup/cgroup.subtree_control", []byte("+"+name), 0)
	}
	return nil
}

func modules() error {
	files, err := filepath.Glob("/vm/*.ko*")
	if err != nil {
		return err
	}
	for _, path := range files {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		err = unix.FinitModule(int(f.Fd()), "", 0)
		_ = f.Close()
		if err != nil {
			return fmt.Errorf("load %s: %w", path, err)
		}
	}
	return nil
}
