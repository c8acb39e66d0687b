# Output that is a link to, or a device of, something else.
os.mkdir("out")
os.symlink("/etc/passwd", "out/link")
os.symlink("/proc/self/environ", "out/environ")
os.symlink("..", "out/up")
os.symlink("/", "out/root")
os.mkfifo("out/fifo")
s = socket.socket(socket.AF_UNIX)
s.bind("out/socket")
fails("mknod", lambda: os.mknod("out/disk", stat.S_IFBLK | 0o666, os.makedev(8, 0)))
fails("mknod mem", lambda: os.mknod("out/mem", stat.S_IFCHR | 0o666, os.makedev(1, 1)))
with open("out/sparse", "wb") as f:
    try:
        f.truncate(1 << 40)
    except OSError as e:
        say("refused", "sparse", str(e))
with open("out/honest", "w") as f:
    f.write("honest\n")
os.symlink("out", "alias")
done()
