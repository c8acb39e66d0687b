# Runs before and after an attack: what it prints must not differ, except for
# the times. It reports facts and judges nothing.
import ctypes, json, os, resource, socket, sys, time

facts = {}


def listing(d):
    try:
        return sorted(n for n in os.listdir(d) if not (d == os.getcwd() and n == "probe.py"))
    except OSError as e:
        return "error %d" % e.errno


started = time.monotonic()
facts["processes"] = sorted(int(p) for p in os.listdir("/proc") if p.isdigit())
facts["pid"] = os.getpid()
facts["folders"] = {d: listing(d) for d in (os.getcwd(), "/tmp", "/dev/shm", "/var/tmp", os.environ.get("HOME", "/"), "/", "/dev", "/box", "/dev/mqueue")}
facts["mounts"] = sorted(" ".join(l.split()[3:6]) for l in open("/proc/self/mountinfo"))
facts["descriptors"] = len(os.listdir("/proc/self/fd"))
facts["limits"] = {n: resource.getrlimit(getattr(resource, n)) for n in dir(resource) if n.startswith("RLIMIT_")}
facts["environment"] = sorted(os.environ.items())
facts["ids"] = [os.getresuid(), os.getresgid(), sorted(os.getgroups())]
facts["host"] = [os.uname().nodename, os.uname().machine, os.getcwd(), os.umask(0o22)]
facts["signals"] = [l.split()[1] for l in open("/proc/self/status") if l.startswith(("SigBlk", "SigIgn", "NoNewPrivs", "Seccomp:", "CapEff", "CapPrm"))]
libc = ctypes.CDLL(None, use_errno=True)
facts["ipc"] = [
    ["%x" % key, libc.shmget(key, 0, 0) < 0, libc.semget(key, 0, 0) < 0, libc.msgget(key, 0) < 0] for key in range(0x5EED, 0x5EED + 4)
] + [[name, libc.mq_open(name.encode(), os.O_RDONLY) < 0, libc.sem_open(name.encode(), 0) in (0, None)] for name in ("/planted",)]
facts["ports"] = {}
for port in (47811, 47812, 8080):
    for name, kind in (("tcp", socket.SOCK_STREAM), ("udp", socket.SOCK_DGRAM)):
        with socket.socket(socket.AF_INET, kind) as s:
            try:
                s.bind(("0.0.0.0", port))
                facts["ports"]["%s %d" % (name, port)] = "free"
            except OSError as e:
                facts["ports"]["%s %d" % (name, port)] = "error %d" % e.errno
with socket.socket(socket.AF_UNIX) as s:
    try:
        s.bind("\0steelyard-corpus-squat")
        facts["name"] = "free"
    except OSError as e:
        facts["name"] = "error %d" % e.errno
children = 0
for i in range(8):
    pid = os.fork()
    if pid == 0:
        os._exit(i)
    children += os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
facts["children"] = children
with open("/tmp/mine", "w") as f:
    f.write("x" * 1000)
with open("mine", "w") as f:
    f.write("x" * 1000)
facts["written"] = os.path.getsize("/tmp/mine") + os.path.getsize("mine")
facts["hello"] = sys.stdin.read().upper()
before = time.monotonic()
time.sleep(0.02)
slept = time.monotonic() - before
os.write(1, json.dumps({"facts": facts, "clock": time.time(), "slept": slept}, sort_keys=True).encode())
