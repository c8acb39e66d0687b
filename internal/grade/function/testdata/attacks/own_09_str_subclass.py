# attack: str_subclass
# from: own
# want: fail
# Text whose class lies about equality.

class Text(str):
    def __eq__(self, other):
        return True

    __hash__ = str.__hash__


def middle(a, b, c):
    return Text("2")
