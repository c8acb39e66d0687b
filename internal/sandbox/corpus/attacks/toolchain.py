# Changes what later programs run with.
import sysconfig

targets = [sys.executable, "/usr/bin/env", "/bin/sh", "/etc/passwd", "/etc/group", sysconfig.__file__, "/steelyard/py/driver.py"]
for t in targets:
    if os.path.exists(t):
        fails("write " + t, lambda: os.open(t, os.O_WRONLY))
        fails("truncate " + t, lambda: os.truncate(t, 0))
        fails("chmod " + t, lambda: os.chmod(t, 0o777))
        fails("unlink " + t, lambda: os.unlink(t))
for d in ("/usr", "/usr/bin", "/usr/lib", "/etc", "/steelyard", sysconfig.get_path("stdlib"), "/"):
    if os.path.isdir(d):
        fails("create in " + d, lambda: os.close(os.open(d + "/planted", os.O_CREAT | os.O_WRONLY)))
done()
