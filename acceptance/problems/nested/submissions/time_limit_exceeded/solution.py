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
        # Find the partner first, to know where this pair ends.
        depth, close = 1, at + 1
        while depth:
            depth += 1 if text[close] == "(" else -1
            close += 1
        at += 1
        if text[at] == ")":
            total += 1
        else:
            total += 3 * level()
        at += 1
        assert at == close
    return total % MOD


print(level())
