#: F47; fail; claims by __class__ to be an int
class Spoof:
    __class__ = int

    def __eq__(self, other):
        return True

    def __int__(self):
        return 1

    __index__ = __int__

    def __hash__(self):
        return 1


def solve(n):
    return Spoof()
