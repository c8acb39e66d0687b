#: F46; fail; the right value with the wrong type
def solve(n):
    return str(bin(n).count("1"))
