#: B; fail; announces a message of a gigabyte on every descriptor
import os
import struct


def solve(n):
    for fd in range(3, 12):
        try:
            os.write(fd, struct.pack(">I", 1 << 30))
        except OSError:
            pass
    os._exit(0)
