# attack: class_spoof
# from: own
# want: fail
# An object that says it is an int.

class Spoof:
    __class__ = int

    def __eq__(self, other):
        return True

    def __int__(self):
        return 2

    __index__ = __trunc__ = __int__


def middle(a, b, c):
    return Spoof()
