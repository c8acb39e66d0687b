#: F49 M; fail; NaN, for comparators that ask whether the difference is too large
def solve(n):
    return float("nan")
