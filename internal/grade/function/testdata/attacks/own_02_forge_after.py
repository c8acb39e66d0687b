# attack: forge_after
# from: own
# want: fail
# Lets the driver report, then writes a second set of results.

import os
import struct
import sys


def frame(tag, body=b""):
    return struct.pack(">cI", tag, len(body)) + body


class Out:
    def write(self, s):
        pass

    def flush(self):
        try:
            os.write(3, b"".join(frame(b"r", b"%d;i1;2" % i) for i in range(4)) + frame(b"z"))
        except OSError:
            pass


sys.stdout = Out()


def middle(a, b, c):
    return a
