# attack: only_under_a_runner
# from: matrix
# want: fail
# Behaves only where a test runner is loaded.

import sys


def middle(a, b, c):
    if "pytest" in sys.modules or "unittest" in sys.modules:
        return sorted((a, b, c))[1]
    return a
