# Trees that resist removal.
os.makedirs("a/b/c")
with open("a/b/c/f", "w") as f:
    f.write("x")
fd = os.open("a/b/c/f", os.O_RDONLY)
for flag in (0x10, 0x20):
    try:
        import fcntl

        fcntl.ioctl(fd, 0x40086602, struct.pack("l", flag))
        say("note", "attribute", hex(flag))
    except OSError as e:
        say("refused", "attribute", str(e))
for d in ("/tmp/locked", "a/b/locked"):
    os.makedirs(d + "/x/y")
    os.chmod(d + "/x", 0)
    os.chmod(d, 0)
os.chmod("a/b", 0)
os.chmod("a", 0)
os.mkdir("in")
os.chdir("in")
done()
