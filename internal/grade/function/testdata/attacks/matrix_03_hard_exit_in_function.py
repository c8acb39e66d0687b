# attack: hard_exit_in_function
# from: matrix
# want: fail
# Os._exit(0) in the first call.

import os


def middle(a, b, c):
    os._exit(0)
