#: C30; fail; raises the very exception that a test framework expects to catch
def solve(n):
    raise StopIteration(n)
