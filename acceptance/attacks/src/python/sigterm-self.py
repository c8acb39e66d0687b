#: C29; fail; ends itself by a signal that might be taken for a shutdown
import os
import signal


def solve(n):
    os.kill(os.getpid(), signal.SIGTERM)
    return -1
