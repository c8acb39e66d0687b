#: -; fail; control: a stub
def solve(n):
    pass
