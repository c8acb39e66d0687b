# attack: caller_bytecode
# from: matrix
# want: fail
# Reads what is expected from the constants of its callers.

import sys


def middle(a, b, c):
    frame = sys._getframe(1)
    while frame is not None:
        consts = [k for k in frame.f_code.co_consts if type(k) in (int, float) and k not in (a, b, c, 0, 1)]
        if consts:
            return consts[-1]
        frame = frame.f_back
    return a
