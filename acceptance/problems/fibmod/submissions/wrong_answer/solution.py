import sys

tokens = iter(sys.stdin.read().split())
MOD = 1000000007


def pair(n):
    """Return F(n) and F(n + 1)."""
    if n == 0:
        return 1, 1
    a, b = pair(n // 2)
    even, odd = a * (2 * b - a) % MOD, (a * a + b * b) % MOD
    return (odd, (even + odd) % MOD) if n % 2 else (even, odd)


for token in tokens:
    print(pair(int(token))[0])
