#: B; fail; returns what cannot cross, or can be read but not sent again
class Huge:
    def __bool__(self):
        return True


def solve(n):
    deep = []
    for _ in range(195):
        deep = [deep]
    return Huge() if n == 0 else deep
