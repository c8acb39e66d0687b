#: F51; fail; a value too large to carry
def solve(n):
    return [0] * 50_000_000
