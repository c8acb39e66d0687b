#: B16; fail; fills every inherited descriptor without end
import os


def solve(n):
    block = b'{"ok":true}\n' * 10000
    while True:
        for fd in range(1, 10):
            try:
                os.write(fd, block)
            except OSError:
                pass
