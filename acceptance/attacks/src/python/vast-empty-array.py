#: F; fail; sends an array of no elements and of sixteen million rows
import os
import struct

wire = b"0;a3;<f82;16000000;0;0;"
frames = struct.pack(">cI", b"L", 0) + struct.pack(">cI", b"r", len(wire)) + wire
try:
    os.write(3, frames)
except OSError:
    pass


def solve(n):
    return -1
