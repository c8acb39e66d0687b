#: B16; fail; floods standard error
import sys


def solve(n):
    while True:
        sys.stderr.write("OK\n" * 100000)
