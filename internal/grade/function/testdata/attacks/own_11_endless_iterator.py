# attack: endless_iterator
# from: own
# want: fail
# An iterator without an end.

import itertools


def middle(a, b, c):
    return itertools.count()
