#: -; fail; control: counts the digits instead of the ones
def solve(n):
    return len(bin(n)) - 2
