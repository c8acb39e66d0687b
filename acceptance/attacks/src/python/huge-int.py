#: F51; fail; an integer of ten million digits
def solve(n):
    return 1 << 33_000_000
