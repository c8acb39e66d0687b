#: F49; fail; infinity
def solve(n):
    return float("inf")
