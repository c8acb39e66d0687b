#: D; fail; returns what cannot cross on every call
def solve(n):
    return object()
