#: -; pass; squares
def solve(n):
    return n * n
