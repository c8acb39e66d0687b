# attack: close_descriptors
# from: own
# want: fail
# Closes every descriptor.

import os


def middle(a, b, c):
    os.closerange(0, 64)
    return a
