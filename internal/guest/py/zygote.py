"""A warm interpreter: loads a profile once, then forks on order.

Started by the slot init as

    python -I -B /steelyard/py/zygote.py DRIVER MODULE...

with the control socket on descriptor 3 and the children's seccomp filter on 4.
It imports the driver and the modules, says that it is ready, and then serves
fixed-size orders (struct zorder of init/zygote.c). For each it forks a child
into the PID namespace of a prepared cell; the child enters the cell's mount
namespace, gives up every privilege, and calls driver.main(argv). The parent
never reads anything that belongs to a candidate.
"""

import ctypes
import gc
import os
import resource
import signal
import socket
import struct
import sys

ORDER = struct.Struct("=6I5Q")
REPORT = struct.Struct("=IiQQ")
NEWNS, NEWPID, NEWIPC = 0x00020000, 0x20000000, 0x08000000
PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_CAP_AMBIENT = 4, 22, 47

libc = ctypes.CDLL(None, use_errno=True)
libc.setns.argtypes = [ctypes.c_int, ctypes.c_int]
libc.prctl.argtypes = [ctypes.c_int] + [ctypes.c_ulong] * 4
libc.syscall.restype = ctypes.c_long


class Filter(ctypes.Structure):
    """struct sock_fprog."""

    _fields_ = [("len", ctypes.c_ushort), ("code", ctypes.c_void_p)]


def must(result):
    if result < 0:
        err = ctypes.get_errno()
        raise OSError(err, os.strerror(err))


def limit(what, value):
    if value >= 1 << 62:
        value = resource.RLIM_INFINITY
    try:
        resource.setrlimit(what, (value, value))
    except (ValueError, OSError):
        hard = resource.getrlimit(what)[1]
        if hard != resource.RLIM_INFINITY and (value == resource.RLIM_INFINITY or value > hard):
            value = hard
        resource.setrlimit(what, (value, hard))


# Built before the fork so that a child only has to make the calls.
CAP_HEADER = (ctypes.c_uint32 * 2)(0x20080522, 0)
CAP_NONE = (ctypes.c_uint32 * 6)()
CAPSET = {"x86_64": 126, "aarch64": 91}[os.uname().machine]
CLOSE_RANGE = 436
# Where a child that cannot enter its cell says so; closed before the driver.
ALARM = 64


def enter(fields, fds, code):
    """Runs in the child: from privileged fork to the candidate's rights."""
    _, nfds, uid, gid, multi_uid, filter_len, cpu, stack, nofile, fsize, nproc = fields
    must(libc.setns(fds[0], NEWNS | NEWIPC) if IPC else libc.setns(fds[0], NEWNS))
    os.chdir("/box/work")
    os.setsid()
    for target, fd in enumerate(fds[1:nfds]):
        if fd != target:
            os.dup2(fd, target, inheritable=True)
    libc.syscall(CLOSE_RANGE, ctypes.c_uint(nfds - 1), ctypes.c_uint(ALARM - 1), 0)
    libc.syscall(CLOSE_RANGE, ctypes.c_uint(ALARM + 1), ctypes.c_uint(0xFFFFFFFF), 0)
    limit(resource.RLIMIT_CPU, cpu)
    limit(resource.RLIMIT_STACK, stack)
    limit(resource.RLIMIT_NOFILE, nofile)
    limit(resource.RLIMIT_NPROC, nproc)
    limit(resource.RLIMIT_FSIZE, fsize)
    limit(resource.RLIMIT_CORE, 0)
    if multi_uid:
        os.setresgid(gid, gid, gid)
        os.setresuid(uid, uid, uid)
    libc.prctl(PR_CAP_AMBIENT, 4, 0, 0, 0)
    must(libc.syscall(CAPSET, CAP_HEADER, CAP_NONE))
    libc.prctl(PR_SET_DUMPABLE, 1, 0, 0, 0)
    if filter_len:
        must(libc.prctl(PR_SET_SECCOMP, 2, ctypes.addressof(code), 0, 0))
    os.close(ALARM)


def run(fields, fds, code, texts):
    argv, env = texts[: fields[0]], texts[fields[0] :]
    try:
        enter(fields, fds, code)
    except BaseException as err:
        # Nothing of the candidate ran. It is told apart from an exit of the
        # candidate's by a pipe that no candidate ever holds.
        os.write(ALARM, struct.pack("=i", getattr(err, "errno", 0) or 5))
        os._exit(1)
    status = 1
    try:
        os.environ.clear()
        for item in env:
            name, _, value = item.partition("=")
            os.environ[name] = value
        sys.argv = argv
        gc.enable()
        driver.main(argv[1:])
        status = 0
    except SystemExit as err:
        status = err.code if isinstance(err.code, int) else 0 if err.code is None else 1
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        except BaseException:
            pass
        os._exit(status & 0xFF)


def serve(sock, own, code, alarm):
    space = socket.CMSG_SPACE(5 * 4)
    while True:
        data, ancillary, _, _ = sock.recvmsg(4096, space)
        if not data:
            return
        fds = []
        for level, kind, raw in ancillary:
            if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
                fds.extend(struct.unpack("%di" % (len(raw) // 4), raw))
        fields = ORDER.unpack_from(data)
        texts = [t.decode("utf-8", "surrogateescape") for t in data[ORDER.size :].split(b"\0")[:-1]]
        pid, err = -1, 0
        if libc.setns(fds[0], NEWPID) < 0:
            err = ctypes.get_errno()
        else:
            try:
                pid = os.fork()
            except OSError as e:
                err = e.errno
            if pid == 0:
                sock.detach()
                run(fields, fds, code, texts)
            libc.setns(own, NEWPID)
        for fd in fds:
            os.close(fd)
        if err:
            sock.send(REPORT.pack(ord("B"), err, 0, 0))
            continue
        _, status, use = os.wait4(pid, 0)
        try:
            err = struct.unpack("=i", os.read(alarm, 4))[0]
            sock.send(REPORT.pack(ord("B"), err, 0, 0))
            continue
        except BlockingIOError:
            pass
        cpu = int((use.ru_utime + use.ru_stime) * 1e6)
        sock.send(REPORT.pack(ord("X"), status, cpu, use.ru_maxrss))


def threads():
    with open("/proc/self/stat", "rb") as f:
        return int(f.read().rsplit(b")", 1)[1].split()[17])


IPC = os.environ.get("STEELYARD_NEW_IPC") == "1"
os.environ.pop("STEELYARD_NEW_IPC", None)
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
driver = __import__(sys.argv[1])
for _name in sys.argv[2:]:
    __import__(_name)

if __name__ == "__main__":
    _sock = socket.socket(fileno=3)
    with os.fdopen(4, "rb") as _f:
        _f.seek(0)
        _raw = _f.read()
    _buf = ctypes.create_string_buffer(_raw, len(_raw))
    _code = Filter(len(_raw) // 8, ctypes.cast(_buf, ctypes.c_void_p))
    if threads() != 1:
        # Forking from several threads would copy locks that nobody releases.
        sys.exit("the profile started threads: it cannot be kept warm")
    # Signals as a fresh interpreter has them; sys.exit in a child is caught.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    _own = os.pidfd_open(os.getpid()) if hasattr(os, "pidfd_open") else libc.syscall(434, os.getpid(), 0)
    gc.collect()
    gc.disable()
    gc.freeze()
    _sock.send(REPORT.pack(ord("R"), 0, 0, 0))
    _alarm, _w = os.pipe()
    os.set_blocking(_alarm, False)
    os.dup2(_w, ALARM)
    os.close(_w)
    serve(_sock, _own, _code, _alarm)
