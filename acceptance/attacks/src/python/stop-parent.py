#: B16; fail; stops its parents so that the grader hangs
import os
import signal


def solve(n):
    for target in (os.getppid(), 1, 2):
        if target != os.getpid():
            try:
                os.kill(target, signal.SIGSTOP)
            except OSError:
                pass
    os.kill(os.getpid(), signal.SIGSTOP)
    return -1
