package ns

import (
	"encoding/binary"
	"slices"

	"golang.org/x/sys/unix"
)

// Classic BPF, as the kernel's seccomp takes it: { code, jt, jf, k }.
type insn struct {
	code   uint16
	jt, jf uint8
	k      uint32
}

const (
	bpfLdAbs = 0x20 // load a word of struct seccomp_data
	bpfJeq   = 0x15
	bpfJge   = 0x35
	bpfJset  = 0x45
	bpfRet   = 0x06
	bpfAnd   = 0x54

	offNr, offArch, offArg0, offArg1, offArg2 = 0, 4, 16, 24, 32

	retAllow = 0x7fff0000
	retErrno = 0x00050000
	retKill  = 0x80000000
)

func errno(e unix.Errno) uint32 { return retErrno | uint32(e) }

func encodeFilter(prog []insn) []byte {
	out := make([]byte, 0, len(prog)*8)
	for _, i := range prog {
		out = binary.LittleEndian.AppendUint16(out, i.code)
		out = append(out, i.jt, i.jf)
		out = binary.LittleEndian.AppendUint32(out, i.k)
	}
	return out
}

// slotFilter is loaded once by the slot init and inherited by everything in the
// slot. It spares what the init needs for making cells (mount, setns, clone with
// namespace flags; a candidate has none of the capabilities that these ask for)
// and refuses the rest of the kernel's privileged, obsolete or rarely audited
// surface. Call numbers it does not know are ENOSYS.
//
// A filter's cost at load time grows with its length, because the kernel
// evaluates it for every call number; here that is paid once a slot.
func slotFilter(inet bool) []byte {
	var prog []insn
	prog = append(prog,
		insn{bpfLdAbs, 0, 0, offArch},
		insn{bpfJeq, 1, 0, auditArch},
		insn{bpfRet, 0, 0, retKill},
		insn{bpfLdAbs, 0, 0, offNr},
	)
	if x32Bit != 0 {
		prog = append(prog, insn{bpfJset, 0, 1, x32Bit}, insn{bpfRet, 0, 0, retKill})
	}
	prog = append(prog, insn{bpfJge, 0, 1, lastKnownCall + 1}, insn{bpfRet, 0, 0, errno(unix.ENOSYS)})
	groups := map[uint32][]uint32{
		errno(unix.EPERM): append(slices.Clone(archDenied), commonDenied...),
		// Asking for the disk to be flushed is harmless and slow: say it is done.
		errno(0): {unix.SYS_SYNC, unix.SYS_SYNCFS},
		// Objects of System V and POSIX queues outlive their makers. An IPC
		// namespace for each run would hold them, at a tenth of the run's cost.
		// The kernel's asynchronous reads are finished after their maker is killed.
		errno(unix.ENOSYS): {
			unix.SYS_IO_SETUP, unix.SYS_IO_SUBMIT, unix.SYS_IO_GETEVENTS, unix.SYS_IO_PGETEVENTS, unix.SYS_IO_CANCEL, unix.SYS_IO_DESTROY,
			unix.SYS_SHMGET, unix.SYS_SHMAT, unix.SYS_SHMCTL, unix.SYS_SEMGET, unix.SYS_SEMOP, unix.SYS_SEMCTL,
			unix.SYS_SEMTIMEDOP, unix.SYS_MSGGET, unix.SYS_MSGSND, unix.SYS_MSGRCV, unix.SYS_MSGCTL, unix.SYS_MQ_OPEN, unix.SYS_MQ_UNLINK,
		},
	}
	for _, ret := range []uint32{errno(unix.EPERM), errno(0), errno(unix.ENOSYS)} {
		for _, nr := range groups[ret] {
			prog = append(prog, insn{bpfJeq, 0, 1, nr}, insn{bpfRet, 0, 0, ret})
		}
	}
	prog = append(prog, socketRule(inet)...)
	prog = append(prog, selfOnlyRule(unix.SYS_PRLIMIT64)...)
	prog = append(prog, selfOnlyRule(unix.SYS_SCHED_SETAFFINITY)...)
	prog = append(prog, personalityRule()...)
	prog = append(prog, filterRule()...)
	prog = append(prog, cloneRule()...)
	prog = append(prog, insn{bpfRet, 0, 0, retAllow})
	return encodeFilter(prog)
}

// commonDenied are refused on every architecture.
var commonDenied = []uint32{ //nolint:gochecknoglobals // a table
	unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER,
	unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD,
	unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_KEYCTL,
	unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD,
	unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE,
	unix.SYS_QUOTACTL, unix.SYS_QUOTACTL_FD, unix.SYS_ACCT, unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_REBOOT,
	unix.SYS_NAME_TO_HANDLE_AT, unix.SYS_OPEN_BY_HANDLE_AT,
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PROCESS_MADVISE,
	unix.SYS_PROCESS_MRELEASE, unix.SYS_KCMP, unix.SYS_PIDFD_GETFD,
	unix.SYS_SYSLOG, unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_CLOCK_ADJTIME, unix.SYS_ADJTIMEX,
	unix.SYS_VHANGUP, unix.SYS_NFSSERVCTL, unix.SYS_FANOTIFY_INIT, unix.SYS_FANOTIFY_MARK,
	unix.SYS_MIGRATE_PAGES, unix.SYS_MOVE_PAGES, unix.SYS_LOOKUP_DCOOKIE, unix.SYS_MEMFD_SECRET,
	unix.SYS_SCHED_SETSCHEDULER, unix.SYS_SCHED_SETPARAM, unix.SYS_SCHED_SETATTR,
}

// socketRule lets only unix, inet and inet6 sockets exist. The slot's network
// namespace has nothing but a loopback device of its own. Netlink is left out:
// answers that nobody reads are memory that nobody is charged for, and the C
// library does without.
//
// Without namespaces (inet false) no socket can be made at all: what is outside
// could be reached by address or, for unix sockets, by path, which Landlock does
// not govern. Connected pairs remain, but no datagram ones, since those can send
// to a path.
func socketRule(inet bool) []insn {
	deny := insn{bpfRet, 0, 0, errno(unix.EAFNOSUPPORT)}
	allow := insn{bpfRet, 0, 0, retAllow}
	if !inet {
		return []insn{
			{bpfJeq, 0, 1, unix.SYS_SOCKET},
			deny,
			{bpfJeq, 0, 5, unix.SYS_SOCKETPAIR},
			{bpfLdAbs, 0, 0, offArg1},
			{bpfAnd, 0, 0, 0xf},
			{bpfJeq, 1, 0, unix.SOCK_DGRAM},
			allow,
			deny,
		}
	}
	return []insn{
		{bpfJeq, 0, 6, unix.SYS_SOCKET},
		{bpfLdAbs, 0, 0, offArg0},
		{bpfJeq, 2, 0, unix.AF_UNIX},
		{bpfJeq, 1, 0, unix.AF_INET},
		{bpfJeq, 0, 1, unix.AF_INET6},
		allow,
		deny,
	}
}

// selfOnlyRule lets a call whose first argument is a process act on the caller
// (0) only: with one uid the slot init would be in reach.
func selfOnlyRule(nr uint32) []insn {
	return []insn{
		{bpfJeq, 0, 4, nr},
		{bpfLdAbs, 0, 0, offArg0},
		{bpfJeq, 0, 1, 0},
		{bpfRet, 0, 0, retAllow},
		{bpfRet, 0, 0, errno(unix.EPERM)},
	}
}

// personalityRule allows asking and the default, nothing else.
func personalityRule() []insn {
	return []insn{
		{bpfJeq, 0, 5, unix.SYS_PERSONALITY},
		{bpfLdAbs, 0, 0, offArg0},
		{bpfJeq, 1, 0, 0},
		{bpfJeq, 0, 1, 0xffffffff},
		{bpfRet, 0, 0, retAllow},
		{bpfRet, 0, 0, errno(unix.EPERM)},
	}
}

// filterRule refuses whatever has the kernel compile a filter: seccomp filters of
// a candidate's own and those of sockets. Compiled filters are charged to nobody
// and count against one budget of the whole host, and freeing some ten thousand
// at once has been seen to dead-lock a kernel (6.18) for good. It is also why
// this filter is loaded once a slot and a candidate loads none: see ADR 8.
func filterRule() []insn {
	deny := insn{bpfRet, 0, 0, errno(unix.EPERM)}
	allow := insn{bpfRet, 0, 0, retAllow}
	return []insn{
		{bpfJeq, 0, 1, unix.SYS_SECCOMP},
		deny,
		{bpfJeq, 0, 4, unix.SYS_PRCTL},
		{bpfLdAbs, 0, 0, offArg0},
		{bpfJeq, 0, 1, unix.PR_SET_SECCOMP},
		deny,
		allow,
		{bpfJeq, 0, 9, unix.SYS_SETSOCKOPT},
		{bpfLdAbs, 0, 0, offArg1},
		{bpfJeq, 0, 6, unix.SOL_SOCKET},
		{bpfLdAbs, 0, 0, offArg2},
		{bpfJeq, 3, 0, unix.SO_ATTACH_FILTER},
		{bpfJeq, 2, 0, unix.SO_ATTACH_BPF},
		{bpfJeq, 1, 0, unix.SO_ATTACH_REUSEPORT_CBPF},
		{bpfJeq, 0, 1, unix.SO_ATTACH_REUSEPORT_EBPF},
		deny,
		allow,
	}
}

// cloneRule refuses user namespaces, in which a candidate would hold every
// capability, and CLONE_PARENT, with which it would make children of the process
// that started it, whom nobody in the cell could reap. The flags of clone3 are
// out of a filter's sight, so it is not there; the C library falls back to clone.
func cloneRule() []insn {
	return []insn{
		{bpfJeq, 0, 1, unix.SYS_CLONE3},
		{bpfRet, 0, 0, errno(unix.ENOSYS)},
		{bpfJeq, 1, 0, unix.SYS_CLONE},
		{bpfJeq, 0, 4, unix.SYS_UNSHARE},
		{bpfLdAbs, 0, 0, offArg0},
		{bpfJset, 0, 1, unix.CLONE_NEWUSER | unix.CLONE_PARENT},
		{bpfRet, 0, 0, errno(unix.EPERM)},
		{bpfRet, 0, 0, retAllow},
	}
}
