# attack: forge_link
# from: own
# want: fail
# Writes messages of its own to every descriptor.

import os
import struct


def middle(a, b, c):
    message = b"0;V" + b"i1;2"
    for fd in range(3, 20):
        try:
            os.write(fd, struct.pack(">I", len(message)) + message)
        except OSError:
            pass
    return a
