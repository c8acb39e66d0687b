#: C25 M; fail; sys.exit(0) when called
import sys


def solve(n):
    sys.exit(0)
