import shutil, subprocess

if libc.prctl(39, 0, 0, 0, 0) != 1:
    say("escaped", "no_new_privs is not set")
with open("/proc/self/status") as f:
    for line in f:
        if line.startswith(("CapPrm", "CapEff", "CapBnd", "CapAmb")) and int(line.split()[1], 16) != 0:
            say("escaped" if not line.startswith("CapBnd") else "note", line.strip())
if 0 in os.getresuid() + os.getresgid():
    say("note", "ids", str(os.getresuid() + os.getresgid()))
shutil.copy("/usr/bin/env", "env")
os.chmod("env", 0o6755)
fails("capability on a file", lambda: os.setxattr("env", "security.capability", struct.pack("<5I", 0x2000001, 0xFFFFFFFF, 0, 0xFFFFFFFF, 0)))
before = os.getresuid()
for attempt in (lambda: os.setuid(0), lambda: os.setresuid(0, 0, 0), lambda: os.setgid(0)):
    try:
        attempt()
        if os.geteuid() == 0 and before[1] != 0:
            say("escaped", "became root")
    except OSError as e:
        say("refused", "set id", str(e))
for path in ("/usr/bin/su", "/usr/bin/mount", "/usr/bin/passwd", "/usr/bin/newgrp"):
    if os.path.exists(path) and os.stat(path).st_mode & stat.S_ISUID and not os.statvfs(path).f_flag & os.ST_NOSUID:
        say("escaped", path + " is set-uid on a mount that honours it")
done()
