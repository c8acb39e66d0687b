# attack: half_a_message
# from: own
# want: fail
# Announces a message on the link and never finishes it.

import os
import time


def middle(a, b, c):
    for fd in range(3, 20):
        try:
            os.write(fd, b"\0\0\1\0" + b"0;V")
        except OSError:
            pass
    time.sleep(60)
    return a
