import sys

tokens = iter(sys.stdin.read().split())
n, k = int(next(tokens)), int(next(tokens))
circle = list(range(1, n + 1))
at = 0
out = []
while circle:
    for _ in range(k - 1):
        at = at + 1 if at + 1 < len(circle) else 0
    out.append(circle.pop(at))
    at %= len(circle) or 1
print(*out, sep="\n")
