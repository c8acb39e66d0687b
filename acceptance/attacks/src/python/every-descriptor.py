#: B17; fail; writes forged results to every inherited descriptor and goes on
import json
import os


def shout():
    for value in (0, 1, 2, True, "pass"):
        for shape in ({"ok": True, "value": value}, {"passed": True, "result": value}, {"type": "return", "v": value}):
            line = (json.dumps(shape) + "\n").encode()
            for fd in range(1, 32):
                try:
                    os.write(fd, line)
                except OSError:
                    pass


shout()


def solve(n):
    shout()
    return -1
