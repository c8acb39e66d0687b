# attack: forked_child
# from: own
# want: fail
# A child that goes on writing after the parent has ended.

import os
import time

if os.fork() == 0:
    for _ in range(20):
        for fd in (1, 3, 4, 5):
            try:
                os.write(fd, b"p\0\0\0\0020;z\0\0\0\0")
            except OSError:
                pass
        time.sleep(0.01)
    os._exit(0)


def middle(a, b, c):
    return a
