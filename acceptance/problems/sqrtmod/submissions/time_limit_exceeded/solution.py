import sys

tokens = iter(sys.stdin.read().split())
for _ in range(int(next(tokens))):
    a, p = int(next(tokens)), int(next(tokens))
    print(next((x for x in range(p) if x * x % p == a), -1))
