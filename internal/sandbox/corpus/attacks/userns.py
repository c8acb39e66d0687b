# A namespace of our own would bring every capability inside it.
for name, flag in {
    "user": 0x10000000, "mount": 0x20000, "pid": 0x20000000, "net": 0x40000000, "uts": 0x4000000, "ipc": 0x8000000,
    "cgroup": 0x2000000, "time": 0x80, "user and mount": 0x10020000,
}.items():
    closed("unshare " + name, 272, 97, flag)
    if name != "time":
        r, e = call(56 if X86 else 220, flag | signal.SIGCHLD, 0, 0, 0, 0)
        if r == 0:
            os._exit(0)
        say("escaped" if r > 0 else "refused", "clone " + name, e)
args = ctypes.create_string_buffer(struct.pack("11Q", 0x10000000, 0, 0, 0, signal.SIGCHLD, 0, 0, 0, 0, 0, 0), 88)
r, e = call(435, args, 88)
if r == 0:
    os._exit(0)
say("escaped" if r > 0 else "refused", "clone3 user", e)
done()
