# attack: exit_in_function
# from: matrix
# want: fail
# Sys.exit(0) in a call.

import sys


def middle(a, b, c):
    sys.exit(0)
