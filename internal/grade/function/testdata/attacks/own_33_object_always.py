# attack: object_always
# from: own
# want: fail
# Every call returns what cannot cross.


def middle(a, b, c):
    return object()
