# Fills every folder that can be written, in three ways.
def writable():
    for d in (os.getcwd(), "/tmp", "/dev/shm", os.environ.get("HOME", "/"), "/var/tmp", "/run", "/"):
        if os.access(d, os.W_OK):
            yield d


block = b"x" * (1 << 20)
total = 0
for d in writable():
    path = os.path.join(d, "fill")
    try:
        with open(path, "wb", buffering=0) as f:
            while total < (1 << 30):
                total += f.write(block)
    except OSError as e:
        say("refused", "write " + d, str(e))
    try:
        fd = os.open(path + "2", os.O_CREAT | os.O_WRONLY)
        os.posix_fallocate(fd, 0, 1 << 30)
        say("escaped", "fallocate of 1 GiB in " + d)
    except OSError as e:
        say("refused", "fallocate " + d, str(e))
    try:
        fd = os.open(path + "3", os.O_CREAT | os.O_WRONLY)
        os.ftruncate(fd, 1 << 40)
        os.pwrite(fd, b"x", (1 << 40) - 1)
        say("note", "sparse " + d)
    except OSError as e:
        say("refused", "sparse " + d, str(e))
if total > 256 << 20:
    say("escaped", "%d bytes written" % total)
say("note", "written", str(total))
done()
