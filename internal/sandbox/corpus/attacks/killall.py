# Signals to everyone who can be named.
for sig in (signal.SIGTERM, signal.SIGKILL, signal.SIGSTOP, signal.SIGSEGV):
    try:
        os.kill(1, sig)
        say("note", "signal %d to 1" % sig)
    except OSError as e:
        say("refused", "signal 1", str(e))
for pid in range(1, 400):
    if pid in (1, os.getpid()):
        continue
    try:
        os.kill(pid, 0)
        try:
            with open("/proc/%d/status" % pid) as f:
                tgid = [l.split()[1] for l in f if l.startswith("Tgid")][0]
        except OSError:
            tgid = "?"
        if tgid != str(os.getpid()):
            say("escaped", "process %d is in reach" % pid)
    except ProcessLookupError:
        pass
    except PermissionError:
        say("note", "process %d exists" % pid)
fd, e = call(434, 1, 0)
if fd >= 0:
    r, e = call(424, fd, 9, None, 0)
    say("note", "pidfd signal", "%d %s" % (r, e))
if os.fork() == 0:
    try:
        os.kill(-1, signal.SIGKILL)
    except OSError:
        pass
    os._exit(0)
time.sleep(0.2)
done()
