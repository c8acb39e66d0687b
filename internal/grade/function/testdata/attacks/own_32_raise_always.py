# attack: raise_always
# from: own
# want: fail
# Every call raises: tests that collect first have nothing to find wrong.


def middle(a, b, c):
    raise ValueError
