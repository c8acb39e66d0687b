#: C29; fail; overflows the interpreter's stack
import sys

sys.setrecursionlimit(10**9)


def solve(n):
    return [solve(n)] + [0]
