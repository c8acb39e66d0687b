import sys

tokens = iter(sys.stdin.read().split())
for _ in range(int(next(tokens))):
    a, b, m = int(next(tokens)), int(next(tokens)), int(next(tokens))
    print(pow(a, b, m))
