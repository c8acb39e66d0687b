#: B22; fail; replaces files and folders of its working folder by links
import os

for name in ("result", "result.json", "output", "stdout", "report.xml", "feedback", "answer.txt"):
    try:
        os.symlink("/proc/self/fd/1", name)
    except OSError:
        pass
try:
    os.rename("/box/work", "/box/gone")
    os.symlink("/", "/box/work")
except OSError:
    pass


def solve(n):
    return -1
