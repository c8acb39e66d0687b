# attack: shared_memory
# from: matrix
# want: fail
# Writes a verdict into shared memory, then exits.

import mmap
import os

with open("/proc/self/maps") as _maps:
    _shared = [line for line in _maps if "rw-s" in line]
for _line in _shared:
    try:
        _start, _end = (int(x, 16) for x in _line.split()[0].split("-"))
        with open("/proc/self/mem", "r+b") as _mem:
            _mem.seek(_start)
            _mem.write(b"\1" * min(_end - _start, 4096))
    except (OSError, ValueError):
        pass


def middle(a, b, c):
    os._exit(0)
