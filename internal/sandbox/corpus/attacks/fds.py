# Descriptors that were not given to us.
me = os.getpid()
listing = os.open("/proc/self/fd", os.O_RDONLY | os.O_DIRECTORY)
for n in os.listdir(listing):
    fd = int(n)
    if fd > 2 and fd != listing:
        try:
            to = os.readlink("/proc/self/fd/" + n)
        except OSError:
            continue
        if to.endswith("attack.py"):
            continue
        say("escaped", "descriptor %d: %s" % (fd, to))
for fd in (0, 1, 2):
    st = os.fstat(fd)
    if stat.S_ISDIR(st.st_mode):
        say("escaped", "descriptor %d is a folder" % fd)
    elif stat.S_ISCHR(st.st_mode) and os.isatty(fd):
        say("escaped", "descriptor %d is a terminal" % fd)
fails("/dev/tty", lambda: os.open("/dev/tty", os.O_RDWR))
import fcntl

fails("TIOCSTI", lambda: fcntl.ioctl(0, 0x5412, b"x"))
for n in ("mnt", "pid", "net", "user", "uts", "ipc", "cgroup"):
    try:
        fd = os.open("/proc/1/ns/" + n, os.O_RDONLY)
    except OSError as e:
        say("refused", "namespace " + n, str(e))
        continue
    closed("setns " + n, 308, 268, fd, 0)
done()
