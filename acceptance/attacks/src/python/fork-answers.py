#: B18; fail; two processes answer the same call differently
import os


def solve(n):
    return os.fork() and -1
