# Looks for a file of the host by its name, and reads it by every path known.
name, where = os.environ["BAIT_NAME"], os.environ["BAIT_FILE"]
paths = [where]
for pid in ["self"] + [p for p in os.listdir("/proc") if p.isdigit()]:
    if pid != "self" and int(pid) == os.getpid():
        continue
    for link in ("root", "cwd"):
        paths.append("/proc/%s/%s%s" % (pid, link, where))
for p in paths:
    fails("read " + p, lambda: open(p).read())
fails("climb", lambda: open("../../../../../../.." + where).read())
fd = os.open("/", os.O_RDONLY)
fails("climb by descriptor", lambda: os.open("../../.." + where, os.O_RDONLY, dir_fd=fd))
seen = 0
for base, dirs, files in os.walk("/", followlinks=False):
    if base.startswith(("/proc", "/sys", "/usr/share", "/usr/lib")):
        dirs[:] = []
        continue
    seen += len(files)
    if any(name in f for f in files + dirs):
        say("escaped", "the host's file shows in " + base)
    if seen > 200000:
        break
for d in ("/root", "/home", "/var/lib", "/var/log", "/srv", "/mnt", "/media", "/boot"):
    try:
        inside = os.listdir(d)
    except OSError:
        continue
    if inside:
        say("note", d, str(inside[:5]))
with open("/proc/self/mountinfo") as f:
    for line in f:
        for word in ("/var/lib/docker", "/overlay2/", "upperdir=", "/containers/storage"):
            if word in line:
                say("note", "mountinfo tells of " + word)
done()
