import sys

tokens = iter(sys.stdin.read().split())
for _ in range(int(next(tokens))):
    a, p = int(next(tokens)), int(next(tokens))
    print(pow(a, (p + 1) // 4, p))
