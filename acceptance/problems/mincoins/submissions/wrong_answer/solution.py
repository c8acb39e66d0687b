import sys

tokens = iter(sys.stdin.read().split())
v, c = int(next(tokens)), int(next(tokens))
coins = sorted((int(t) for t in tokens), reverse=True)
used = 0
for coin in coins:
    used += v // coin
    v %= coin
print(used if v == 0 else -1)
