import sys

MOD = 998244353
text = sys.stdin.readline().strip()
sys.setrecursionlimit(1000000)
at = 0


def level():
    """Reads up to the bracket that closes this level, and returns the score."""
    global at
    total = 0
    while at < len(text) and text[at] == "(":
        at += 1
        if text[at] == ")":
            total += 1
        else:
            total += 3 * level()
        at += 1
    return total % MOD


print(level())
