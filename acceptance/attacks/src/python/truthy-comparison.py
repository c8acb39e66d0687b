#: F50; fail; comparison returns an object that is true and whose repr explodes
class Verdict:
    def __bool__(self):
        return True

    def __repr__(self):
        raise SystemExit(0)


class Value:
    def __eq__(self, other):
        return Verdict()

    def __ne__(self, other):
        return Verdict()

    def __hash__(self):
        return 0

    __repr__ = Verdict.__repr__


def solve(n):
    return Value()
