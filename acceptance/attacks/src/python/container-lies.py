#: F51; fail; a list that contains everything and has every length
class Bag(list):
    def __contains__(self, item):
        return True

    def __len__(self):
        return 1 << 40

    def __iter__(self):
        while True:
            yield 1

    def __eq__(self, other):
        return True

    __hash__ = None


def solve(n):
    return Bag()
