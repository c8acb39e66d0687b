sys.stdin.readline()
found = []
for pid in os.listdir("/proc"):
    if pid.isdigit() and int(pid) not in (1, os.getpid()):
        found.append("process " + pid)
for base, _, files in os.walk("/box"):
    if "secret" in files:
        found.append(base + "/secret")
for base in ("/tmp", "/dev/shm"):
    found += [os.path.join(base, n) for n in os.listdir(base)]
with open("report", "w") as f:
    f.write("".join("escaped: %s\n" % x for x in found) + "done\n")
