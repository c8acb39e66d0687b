import sys

tokens = iter(sys.stdin.read().split())
for _ in range(int(next(tokens))):
    a, b, m = int(next(tokens)), int(next(tokens)), int(next(tokens))
    result = 1 % m
    for _ in range(b):
        result = result * a % m
    print(result)
