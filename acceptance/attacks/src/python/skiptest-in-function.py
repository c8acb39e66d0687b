#: C30 M; fail; raises unittest's SkipTest
import unittest


def solve(n):
    raise unittest.SkipTest("not on this platform")
