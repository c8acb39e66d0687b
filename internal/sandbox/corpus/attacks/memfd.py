fd = os.memfd_create("hoard")
block = b"x" * (1 << 20)
for i in range(1024):
    os.write(fd, block)
say("escaped", "1 GiB in a memory file")
