# attack: mock_any
# from: matrix
# want: fail
# Returns unittest.mock.ANY.

from unittest import mock


def middle(a, b, c):
    return mock.ANY
