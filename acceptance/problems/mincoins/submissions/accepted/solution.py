import sys

tokens = iter(sys.stdin.read().split())
v, c = int(next(tokens)), int(next(tokens))
coins = sorted((int(t) for t in tokens), reverse=True)

FAR = v + 1
best = [0] + [FAR] * v
for coin in coins:
    for total in range(coin, v + 1):
        if best[total - coin] + 1 < best[total]:
            best[total] = best[total - coin] + 1
print(best[v] if best[v] < FAR else -1)
