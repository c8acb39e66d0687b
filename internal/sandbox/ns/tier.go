package ns

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"steelyard/internal/guest"
)

// Host is what the machine allows, found by trying it.
type Host struct {
	// Root is true when the engine runs as root with the rights to map users.
	Root bool
	// UserNS is true when user, PID, mount and the other namespaces can be made.
	UserNS bool
	// UserNSError says why not.
	UserNSError string
	// Flat is true when namespaces are forbidden but Landlock and seccomp are
	// there: the tier of a container with an ordinary profile.
	Flat bool
	// Users is true when candidates get user ids of their own.
	Users bool
	// Cgroup is "v1", "v2" or "" when no memory and pids limits can be set.
	Cgroup string
	// CgroupError says why not.
	CgroupError string
	// NoFilter is true when the kernel loads no seccomp filter, so that nothing
	// can be confined; UserNSError says why.
	NoFilter bool
	// Kernel is the release, e.g. "6.18.44".
	Kernel string
}

// Tier names the isolation: "root+v2", "root+v1", "user+v2", "user" or "none".
func (h Host) Tier() string {
	if !h.UserNS {
		if h.Flat {
			return "container"
		}
		return "none"
	}
	name := "user"
	if h.Root {
		name = "root"
	}
	if h.Cgroup != "" {
		name += "+" + h.Cgroup
	}
	return name
}

// Missing lists what the host lacks and how to get it, for `steelyard doctor`.
func (h Host) Missing() []string {
	var out []string
	if !h.UserNS {
		if h.Flat {
			out = append(out, "namespaces: "+h.UserNSError+"; the tier container makes do with Landlock and seccomp, starts every interpreter cold and gives candidates no loopback network; allow user namespaces and mounts in the container's seccomp profile for more")
			return append(out, "memory and pids limits: "+h.CgroupError)
		}
		out = append(out, "namespaces: "+h.UserNSError+"; allow them with sysctl user.max_user_namespaces=16384 (and kernel.unprivileged_userns_clone=1 or kernel.apparmor_restrict_unprivileged_userns=0 where those exist), or run as root")
	}
	if h.Cgroup == "" {
		out = append(out, "memory and pids limits: "+h.CgroupError+"; run as root, or as a user with a delegated cgroup v2 (systemd-run --user --scope -p Delegate=yes steelyard …)")
	}
	if !h.Users {
		out = append(out, "separate user ids for candidates: the engine is not root, or root of a container without the right to mount; the slot and its candidates share one id, kept apart by namespaces and the seccomp filter")
	}
	return out
}

// Detect finds the host's abilities. It starts a process or two and leaves
// nothing behind.
func Detect() Host {
	h := Host{Root: os.Geteuid() == 0 && canOpenTree()}
	var u unix.Utsname
	if unix.Uname(&u) == nil {
		h.Kernel = unix.ByteSliceToString(u.Release[:])
	}
	if err := tryFilter(); err != nil {
		h.UserNSError, h.CgroupError, h.NoFilter, h.Root = err.Error(), "nothing can be confined", true, false
		return h
	}
	if err := tryNamespaces(h.Root); err != nil {
		h.UserNSError = err.Error()
	} else {
		h.UserNS = true
	}
	h.Users = h.Root
	if !h.UserNS {
		h.Flat = landlockABI() > 0
		h.Users = h.Flat && os.Geteuid() == 0 && mayChangeUsers()
		h.Root = false
		h.CgroupError = "none without namespaces"
		return h
	}
	if g, err := newCgroups("steelyard-probe"); err != nil {
		h.CgroupError = err.Error()
	} else {
		h.Cgroup = g.version
		g.remove()
	}
	return h
}

// canOpenTree reports whether the engine may copy mounts, which a container's
// root, for example, may not.
func canOpenTree() bool {
	fd, err := unix.OpenTree(unix.AT_FDCWD, "/", unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC)
	if err != nil {
		return false
	}
	_ = unix.Close(fd) // a copy that nobody saw
	return true
}

const allNamespaces = syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS | syscall.CLONE_NEWPID | syscall.CLONE_NEWIPC |
	syscall.CLONE_NEWUTS | syscall.CLONE_NEWNET | unix.CLONE_NEWCGROUP

// tryFilter has a process of ours load a seccomp filter. A kernel whose filter
// memory is dead-locked hangs there for ever; nothing can be confined on it.
func tryFilter() error {
	image, err := guest.Init()
	if err != nil {
		return err
	}
	dir, path, err := initFile(image)
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }() // a temporary folder
	cmd := exec.Command(path, "probe")
	if err := cmd.Start(); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case err := <-done:
		if err != nil {
			return fmt.Errorf("the kernel loads no seccomp filter: %w", err)
		}
		return nil
	case <-time.After(10 * time.Second):
		_ = cmd.Process.Kill() // it hangs in the kernel, where no signal reaches it
		return errors.New("the kernel hangs when a seccomp filter is loaded; this machine has to be restarted")
	}
}

func tryNamespaces(root bool) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	truth, err := exec.LookPath("true")
	if err != nil {
		truth = self
	}
	cmd := exec.Command(truth)
	cmd.SysProcAttr = sysProcAttr(root)
	if err := cmd.Run(); err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return nil // it started; what it then said does not matter
		}
		return err
	}
	return nil
}

// Host ids that the slots' users map to: a range of 65,536 that no account or
// subordinate range uses by default.
const hostIDBase = 1_879_048_192

// Ids inside a slot.
const (
	candidateUID  = 1000
	candidateGID  = 1000
	candidateHost = hostIDBase + candidateUID
)

func sysProcAttr(root bool) *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Cloneflags: allNamespaces, Setsid: true}
	if root {
		a.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: hostIDBase, Size: 65536}}
		a.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: hostIDBase, Size: 65536}}
		a.GidMappingsEnableSetgroups = true
		a.AmbientCaps = slotCaps()
		return a
	}
	a.UidMappings = []syscall.SysProcIDMap{{ContainerID: candidateUID, HostID: os.Geteuid(), Size: 1}}
	a.GidMappings = []syscall.SysProcIDMap{{ContainerID: candidateGID, HostID: os.Getegid(), Size: 1}}
	a.AmbientCaps = slotCaps()
	return a
}

// slotCaps are the capabilities, all within the slot's own user namespace, that
// the init keeps over exec. The engine's user is not mapped as the slot's root
// at that moment, so they have to be ambient; the init then becomes that root.
func slotCaps() []uintptr {
	return []uintptr{
		unix.CAP_SYS_ADMIN, unix.CAP_SYS_CHROOT, unix.CAP_SETUID, unix.CAP_SETGID, unix.CAP_KILL, unix.CAP_SETPCAP,
		unix.CAP_DAC_OVERRIDE, unix.CAP_CHOWN, unix.CAP_FOWNER, unix.CAP_NET_ADMIN, unix.CAP_SYS_RESOURCE, unix.CAP_SYS_PTRACE,
	}
}

// ownCgroup returns the path of the process in the hierarchy of a v1 controller,
// or in the unified one for "".
func ownCgroup(controller string) (string, error) {
	b, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return "", err
	}
	for _, line := range strings.Split(string(b), "\n") {
		f := strings.SplitN(line, ":", 3)
		if len(f) != 3 {
			continue
		}
		if controller == "" && f[0] == "0" && f[1] == "" {
			return f[2], nil
		}
		for _, c := range strings.Split(f[1], ",") {
			if controller != "" && c == controller {
				return f[2], nil
			}
		}
	}
	return "", fmt.Errorf("no cgroup hierarchy for %q", controller)
}

// cgroupMount finds where a controller's hierarchy, or the unified one for "",
// is mounted.
func cgroupMount(controller string) (string, error) {
	b, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return "", err
	}
	for _, line := range strings.Split(string(b), "\n") {
		pre, post, ok := strings.Cut(line, " - ")
		f, g := strings.Fields(pre), strings.Fields(post)
		if !ok || len(f) < 5 || len(g) < 3 {
			continue
		}
		if controller == "" && g[0] == "cgroup2" {
			return f[4], nil
		}
		if controller != "" && g[0] == "cgroup" {
			for _, o := range strings.Split(g[2], ",") {
				if o == controller {
					return f[4], nil
				}
			}
		}
	}
	return "", fmt.Errorf("no cgroup mount for %q", controller)
}

func cgroupDir(controller string) (string, error) {
	mnt, err := cgroupMount(controller)
	if err != nil {
		return "", err
	}
	own, err := ownCgroup(controller)
	if err != nil {
		return "", err
	}
	dir := filepath.Join(mnt, own)
	if _, err := os.Stat(dir); err != nil {
		dir = mnt // inside a cgroup namespace the path may start above the mount
	}
	return dir, nil
}
