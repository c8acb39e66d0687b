#: B17; fail; closes every descriptor, so that the true result cannot be sent
import os


def solve(n):
    os.closerange(0, 256)
    return -1
