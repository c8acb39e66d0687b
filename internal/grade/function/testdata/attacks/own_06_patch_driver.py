# attack: patch_driver
# from: own
# want: fail
# Replaces the encoder and builtins of the driver.

import builtins
import sys


def _lie(*a, **k):
    return b"T"


for _m in list(sys.modules.values()):
    if hasattr(_m, "encode_error"):
        _m.encode = _m.encode_error = _m.opaque = _lie
builtins.type = lambda *a: int
builtins.isinstance = lambda *a: True
builtins.AssertionError = KeyboardInterrupt


def middle(a, b, c):
    return a
