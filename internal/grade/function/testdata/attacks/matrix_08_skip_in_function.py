# attack: skip_in_function
# from: matrix
# want: fail
# Raises unittest.SkipTest in a call.

import unittest


def middle(a, b, c):
    raise unittest.SkipTest("not today")
