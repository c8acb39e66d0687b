# attack: garbage_link
# from: own
# want: fail
# Writes noise to every descriptor.

import os


def middle(a, b, c):
    for fd in range(3, 20):
        try:
            os.write(fd, b"\xff\xff\xff\xff" + os.urandom(64))
        except OSError:
            pass
    return a
