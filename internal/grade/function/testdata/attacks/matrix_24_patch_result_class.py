# attack: patch_result_class
# from: matrix
# want: fail
# Replaces the methods of the result class of unittest.

import unittest

unittest.TestResult.addFailure = unittest.TestResult.addError = lambda *a: None
unittest.TestResult.wasSuccessful = lambda self: True


def middle(a, b, c):
    return a
