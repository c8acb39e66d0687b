#: F51; fail; a list nested a hundred thousand deep
def solve(n):
    value = []
    for _ in range(100_000):
        value = [value]
    return value
