import sys

tokens = iter(sys.stdin.read().split())
a, b = int(next(tokens)), int(next(tokens))
for n in range(max(a, 2), b + 1):
    if all(n % d for d in range(2, n)):
        print(n)
