# attack: hard_exit_at_exit
# from: matrix
# want: fail
# Os._exit(0) from an exit handler.

import atexit
import os

atexit.register(os._exit, 0)


def middle(a, b, c):
    return a
