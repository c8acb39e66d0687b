# attack: colliding_keys
# from: own
# want: fail
# A dict whose keys all hash alike: slow to build for whoever reads it.

import os
import struct


def middle(a, b, c):
    # The reply is written by hand, because building such a dict would be slow here too.
    keys = b"".join(b"i%d;%x" % (len(b"%x" % k), k) + b"N" for k in (i * ((1 << 61) - 1) for i in range(1, 40000)))
    message = b"0;Vd39999;" + keys
    for fd in range(3, 20):
        try:
            os.write(fd, struct.pack(">I", len(message)) + message)
        except OSError:
            pass
    return a
