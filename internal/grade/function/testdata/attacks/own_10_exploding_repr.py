# attack: exploding_repr
# from: own
# want: fail
# An exception whose text never ends.

class Boom(Exception):
    def __str__(self):
        raise self

    __repr__ = __str__


def middle(a, b, c):
    raise Boom()
