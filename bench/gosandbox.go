package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/criyle/go-sandbox/container"
	"github.com/criyle/go-sandbox/pkg/cgroup"
	"github.com/criyle/go-sandbox/pkg/forkexec"
	"github.com/criyle/go-sandbox/pkg/mount"
	"github.com/criyle/go-sandbox/pkg/pipe"
	"github.com/criyle/go-sandbox/pkg/rlimit"
	"github.com/criyle/go-sandbox/pkg/seccomp"
	"github.com/criyle/go-sandbox/pkg/seccomp/libseccomp"
	"github.com/criyle/go-sandbox/runner"
	bpf "github.com/elastic/go-seccomp-bpf"
	"golang.org/x/sys/unix"
)

const goSandboxVersion = "github.com/criyle/go-sandbox v0.13.6"

// goSandbox is a pool of go-sandbox containers, one a worker, used the way its
// own judge does: all namespaces, read-only system folders, tmpfs work folder,
// a filter, output read into capped buffers, and a reset after every run.
type goSandbox struct {
	envs   []container.Environment
	filter seccomp.Filter
	// group is the parent of one control group a run; nil runs without.
	group cgroup.Cgroup
	root  string
	null  *os.File
}

// denied is what the reference's filter refuses. It is deliberately short: the
// library loads it for every run, and the time for that is linear in its length.
func denied() []string {
	return []string{
		"mount", "umount2", "pivot_root", "unshare", "setns", "ptrace", "process_vm_readv", "process_vm_writev", "bpf", "perf_event_open",
		"init_module", "finit_module", "delete_module", "kexec_load", "reboot", "swapon", "swapoff", "keyctl", "add_key", "request_key",
		"userfaultfd", "io_uring_setup", "open_by_handle_at", "name_to_handle_at", "move_mount", "fsopen", "fsmount", "open_tree", "fspick",
	}
}

func newGoSandbox(workers int, withGroup bool) (*goSandbox, error) {
	policy := bpf.Policy{
		DefaultAction: bpf.ActionAllow,
		Syscalls:      []bpf.SyscallGroup{{Action: bpf.ActionErrno, Names: denied()}},
	}
	program, err := policy.Assemble()
	if err != nil {
		return nil, fmt.Errorf("assemble filter: %w", err)
	}
	g := &goSandbox{}
	if g.filter, err = libseccomp.ExportBPF(program); err != nil {
		return nil, fmt.Errorf("export filter: %w", err)
	}
	if g.root, err = os.MkdirTemp("", "go-sandbox-"); err != nil {
		return nil, err
	}
	if g.null, err = os.Open(os.DevNull); err != nil {
		return nil, err
	}
	if withGroup {
		available, err := cgroup.GetAvailableController()
		if err != nil {
			return nil, fmt.Errorf("control groups: %w", err)
		}
		if g.group, err = cgroup.New("steelyard-bench", available); err != nil {
			return nil, fmt.Errorf("control group: %w", err)
		}
	}
	builder := container.Builder{
		TmpRoot: "box", Root: g.root,
		Mounts: mount.NewBuilder().
			WithBind("/bin", "bin", true).WithBind("/lib", "lib", true).WithBind("/lib64", "lib64", true).WithBind("/usr", "usr", true).
			WithTmpfs("w", "size=128m,nr_inodes=4k").WithTmpfs("tmp", "size=128m,nr_inodes=4k").WithProc().
			FilterNotExist().Mounts,
		CloneFlags:              uintptr(forkexec.UnshareFlags) &^ unix.CLONE_NEWCGROUP,
		UnshareCgroupBeforeExec: true,
	}
	for range workers {
		env, err := builder.Build()
		if err != nil {
			return nil, errors.Join(fmt.Errorf("build container: %w", err), g.close())
		}
		g.envs = append(g.envs, env)
	}
	return g, nil
}

func (g *goSandbox) close() error {
	var errs []error
	for _, env := range g.envs {
		errs = append(errs, env.Destroy())
	}
	if g.group != nil {
		errs = append(errs, g.group.Destroy())
	}
	return errors.Join(append(errs, g.null.Close(), os.RemoveAll(g.root))...)
}

// op runs true in the worker's container and resets it.
func (g *goSandbox) op(ctx context.Context, worker int) error {
	const outputCap = 1 << 20
	stdout, err := pipe.NewBuffer(outputCap)
	if err != nil {
		return err
	}
	stderr, err := pipe.NewBuffer(outputCap)
	if err != nil {
		return err
	}
	limits := rlimit.RLimits{CPU: 10, CPUHard: 11, Stack: 256 << 20, FileSize: 128 << 20, OpenFile: 256, DisableCore: true}
	param := container.ExecveParam{
		Args:    []string{truePath},
		Env:     []string{"PATH=/usr/bin:/bin"},
		Files:   []uintptr{g.null.Fd(), stdout.W.Fd(), stderr.W.Fd()},
		RLimits: limits.PrepareRLimit(),
		Seccomp: g.filter,
	}
	var group cgroup.Cgroup
	if g.group != nil {
		if group, err = g.group.Random(""); err != nil {
			return fmt.Errorf("control group: %w", err)
		}
		if err := errors.Join(group.SetMemoryLimit(256<<20), group.SetProcLimit(64)); err != nil {
			return fmt.Errorf("control group limits: %w", err)
		}
		param.SyncFunc = func(pid int) error { return group.AddProc(pid) }
	}
	result := g.envs[worker].Execve(ctx, param)
	err = errors.Join(stdout.W.Close(), stderr.W.Close())
	<-stdout.Done
	<-stderr.Done
	if group != nil {
		err = errors.Join(err, group.Destroy())
	}
	if result.Status != runner.StatusNormal || result.ExitStatus != 0 {
		return fmt.Errorf("run ended with %s, code %d: %s", result.Status.String(), result.ExitStatus, result.Error) //nolint:errorlint // a string of the library's
	}
	return errors.Join(err, g.envs[worker].Reset())
}
