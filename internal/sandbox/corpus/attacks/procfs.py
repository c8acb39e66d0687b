# What the kernel offers through files.
for path in (
    "/proc/1/mem", "/proc/1/environ", "/proc/1/maps", "/proc/1/root/etc/shadow", "/proc/kcore", "/proc/kmsg",
    "/proc/sysrq-trigger", "/proc/keys", "/dev/mem", "/dev/kmem", "/dev/kmsg", "/dev/port", "/dev/sda", "/dev/vda",
    "/dev/fuse", "/dev/kvm", "/dev/net/tun", "/dev/loop0", "/dev/mapper/control", "/sys/kernel/debug", "/etc/shadow",
):
    def attempt():
        fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        data = os.read(fd, 64)
        if not data:
            raise OSError("empty")
        return data

    fails("read " + path, attempt)
for path in (
    "/proc/sysrq-trigger", "/proc/sys/kernel/core_pattern", "/proc/sys/kernel/modprobe", "/proc/sys/kernel/hostname",
    "/proc/sys/vm/drop_caches", "/proc/sys/net/ipv4/ip_forward", "/proc/sys/fs/binfmt_misc/register", "/proc/1/oom_score_adj",
    "/proc/1/mem", "/proc/1/uid_map", "/proc/self/uid_map", "/proc/self/attr/current", "/proc/self/ns/mnt",
    "/sys/kernel/uevent_helper", "/sys/fs/cgroup/release_agent", "/sys/fs/cgroup/cgroup.procs", "/sys/power/state",
):
    if os.path.exists(path):
        def attempt():
            fd = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
            return os.write(fd, b"0" if "uid_map" not in path else b"0 0 1")

        fails("write " + path, attempt)
for line in open("/proc/self/mountinfo"):
    f = line.split(" - ")
    kind = f[1].split()[0]
    if kind in ("cgroup", "cgroup2", "debugfs", "tracefs", "securityfs", "configfs", "bpf", "pstore", "efivarfs"):
        say("escaped", "mounted: " + kind)
    if kind == "sysfs" and "rw" in f[0].split()[5].split(","):
        say("escaped", "sysfs can be written")
try:
    with open("/proc/self/oom_score_adj", "w") as f:
        f.write("-1000")
    say("escaped", "exempt from the out-of-memory killer")
except OSError as e:
    say("refused", "oom_score_adj", str(e))
done()
