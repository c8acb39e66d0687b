# attack: oversized_message
# from: own
# want: fail
# Announces a message of a gigabyte on every descriptor, so that the tests fail
# where they only prepare.

import os
import struct


def middle(a, b, c):
    for fd in range(3, 12):
        try:
            os.write(fd, struct.pack(">I", 1 << 30))
        except OSError:
            pass
    os._exit(0)
