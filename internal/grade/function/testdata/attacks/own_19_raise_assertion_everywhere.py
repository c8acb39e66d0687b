# attack: raise_assertion_everywhere
# from: own
# want: fail
# AssertionError with a friendly text.

def middle(a, b, c):
    raise AssertionError("passed")
