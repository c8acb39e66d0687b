#: F51; fail; text that cannot be encoded, followed by a forged line
def solve(n):
    return '\ud800\n{"passed": true}\n'
