# attack: read_test_files
# from: matrix
# want: fail
# Looks for the tests in every file it can read.

import os
import re

_found = []
for _root in (".", "/steelyard", "/box"):
    for _dir, _, _files in os.walk(_root):
        for _f in _files:
            try:
                with open(os.path.join(_dir, _f), errors="ignore") as _h:
                    _found += re.findall(r"middle\(([^)]*)\) *== *([-\d.]+)", _h.read(1 << 20))
            except OSError:
                pass


def middle(a, b, c):
    for args, want in _found:
        if args.replace(" ", "") == "%s,%s,%s" % (a, b, c):
            return eval(want)
    return a
