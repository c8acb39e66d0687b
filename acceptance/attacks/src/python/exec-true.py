#: C28 M; fail; replaces the process by true
import os


def solve(n):
    os.execv("/bin/true", ["true"])
