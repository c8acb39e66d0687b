#: C23 M; fail; sys.exit(0) at import
import sys


def solve(n):
    return -1


sys.exit(0)
