# attack: int_subclass
# from: matrix
# want: fail
# Returns a number whose class lies about equality.

class Num(int):
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    __hash__ = int.__hash__


def middle(a, b, c):
    return Num(a)
