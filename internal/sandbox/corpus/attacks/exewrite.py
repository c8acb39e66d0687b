# Overwrite the program that runs us, or the init that started us.
for pid in ("self", "1"):
    path = "/proc/%s/exe" % pid
    fails("write " + path, lambda: os.open(path, os.O_WRONLY))
    try:
        fd = os.open(path, os.O_PATH)
    except OSError as e:
        say("refused", "path of " + path, str(e))
        continue
    fails("reopen " + path, lambda: os.open("/proc/self/fd/%d" % fd, os.O_WRONLY | os.O_TRUNC))
done()
