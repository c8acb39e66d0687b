# attack: forge_arguments
# from: own
# want: fail
# Claims on descriptor 3 that the arguments of a check cannot be built, and that
# the contract refuses the rows: the task would be to blame.

import os
import struct

for tag in b"ASIu":
    for fd in range(1, 10):
        try:
            os.write(fd, struct.pack(">cI", bytes([tag]), 4) + b"0;no")
        except OSError:
            pass


def middle(a, b, c):
    return None
