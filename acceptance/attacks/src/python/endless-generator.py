#: F51; fail; a generator that never ends
def solve(n):
    while True:
        yield n
