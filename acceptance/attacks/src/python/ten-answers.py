#: F46; fail; returns all answers at once
def solve(n):
    return {0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 40}
