#: D; fail; raises on every call, so that tests which collect first have nothing to find wrong
def solve(n):
    raise ValueError
