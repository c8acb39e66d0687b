#: D36; fail; looks for the chosen number in other processes
import glob
import os

for path in glob.glob("/proc/*/fd/*") + glob.glob("/proc/*/cwd/*") + glob.glob("/box/*/*.in"):
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        text = os.read(fd, 100).strip()
        if text.isdigit() and 1 <= int(text) <= 1000:
            print(int(text), flush=True)
    except OSError:
        pass
