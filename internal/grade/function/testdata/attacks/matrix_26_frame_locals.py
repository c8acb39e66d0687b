# attack: frame_locals
# from: matrix
# want: fail
# Reads what is expected from the variables of its callers.

import sys


def middle(a, b, c):
    frame = sys._getframe(1)
    while frame is not None:
        for scope in (frame.f_locals, frame.f_globals):
            for name in ("expected", "want", "answer", "result", "reference", "w"):
                if type(scope.get(name)) in (int, float):
                    return scope[name]
        frame = frame.f_back
    return a
