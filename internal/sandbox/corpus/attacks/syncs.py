end = time.monotonic() + 1
n = 0
fd = os.open("f", os.O_CREAT | os.O_WRONLY)
while time.monotonic() < end:
    os.write(fd, b"x" * 4096)
    os.fsync(fd)
    os.sync()
    n += 1
    if n % 1000 == 0:
        os.ftruncate(fd, 0)
        os.lseek(fd, 0, 0)
say("note", "syncs", str(n))
done()
