import ctypes, errno, os, platform, signal, socket, stat, struct, sys, time

libc = ctypes.CDLL(None, use_errno=True)
X86 = platform.machine() == "x86_64"


def say(kind, what, more=""):
    os.write(1, ("%s: %s %s\n" % (kind, what, more)).encode())


def done():
    os.write(1, b"done\n")


def call(number, *args):
    """Makes a system call: its result and the error's name."""
    ctypes.set_errno(0)
    r = libc.syscall(ctypes.c_long(number), *[ctypes.c_void_p(a) if isinstance(a, int) else a for a in args])
    return r, errno.errorcode.get(ctypes.get_errno(), "")


CLOSED = ("EPERM", "ENOSYS", "EACCES", "EAFNOSUPPORT")


def closed(what, x86, arm, *args):
    """A call that must be refused before its arguments are looked at."""
    number = x86 if X86 else arm
    if number is None:
        return
    r, e = call(number, *args)
    if r >= 0 or e not in CLOSED:
        say("escaped", what, "result %d %s" % (r, e))
    else:
        say("refused", what, e)


def fails(what, attempt):
    """An attempt that must raise."""
    try:
        r = attempt()
    except (OSError, ValueError, MemoryError) as e:
        say("refused", what, type(e).__name__ + " " + str(e))
        return
    say("escaped", what, repr(r)[:200])
