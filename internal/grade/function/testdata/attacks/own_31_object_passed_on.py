# attack: object_passed_on
# from: own
# want: fail
# Returns what cannot cross, and nesting that can be read but not sent again: a
# test that passes it on must not be blamed for it.


class Huge:
    def __bool__(self):
        return True


def middle(a, b, c):
    deep = []
    for _ in range(195):
        deep = [deep]
    return Huge() if a == 1 else deep
