# attack: trace_caller
# from: own
# want: fail
# A trace function that rewrites what its callers return.

import sys


def _trace(frame, event, arg):
    try:
        frame.f_locals.update(w=1, want=1, expected=1)
    except Exception:
        pass
    return _trace


sys.settrace(_trace)
sys.setprofile(_trace)


def middle(a, b, c):
    return a
