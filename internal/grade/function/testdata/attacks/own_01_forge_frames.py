# attack: forge_frames
# from: own
# want: fail
# Writes results for all rows to descriptor 3, then exits.

import os
import struct


def frame(tag, body=b""):
    return struct.pack(">cI", tag, len(body)) + body


try:
    os.write(3, frame(b"L") + b"".join(frame(b"p", b"%d;" % i) for i in range(9)) + frame(b"z"))
except OSError:
    pass
os._exit(0)
