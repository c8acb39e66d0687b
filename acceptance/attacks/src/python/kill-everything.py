#: B16; fail; signals every process that it may
import os
import signal


def solve(n):
    for target in (os.getppid(), 1, -1):
        try:
            os.kill(target, signal.SIGKILL)
        except OSError:
            pass
    return -1
