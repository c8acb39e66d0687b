for target in ("/etc/passwd", sys.executable, "/usr/bin/env", "/proc/self/exe"):
    fails("hard link to " + target, lambda: os.link(target, "hl-" + os.path.basename(target)))
done()
