import sys

tokens = iter(sys.stdin.read().split())
n, k = int(next(tokens)), int(next(tokens))
circle = list(range(1, n + 1))
at = 0
out = []
while circle:
    at = (at + k) % len(circle)
    out.append(circle.pop(at))
print(*out, sep="\n")
