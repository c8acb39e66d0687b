#: F49; fail; -0.0 is right for one input at most
def solve(n):
    return -0.0
