#: C30; fail; deletes its entry point after definition, hoping that a missing function means no tests
def solve(n):
    return -1


del solve
