# attack: always_equal
# from: matrix
# want: fail
# Returns an object that equals everything.

class Same:
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __hash__(self):
        return 0


def middle(a, b, c):
    return Same()
