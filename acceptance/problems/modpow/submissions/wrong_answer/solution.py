import sys

tokens = iter(sys.stdin.read().split())
for _ in range(int(next(tokens))):
    a, b, m = int(next(tokens)), int(next(tokens)), int(next(tokens))
    result = 1
    while b:
        if b & 1:
            result = result * a % m
        a = a * a % m
        b >>= 1
    print(result)
