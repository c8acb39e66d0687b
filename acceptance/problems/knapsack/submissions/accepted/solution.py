import sys

tokens = iter(sys.stdin.read().split())
n, c = int(next(tokens)), int(next(tokens))
items = [(int(next(tokens)), int(next(tokens))) for _ in range(n)]
best = [0] * (c + 1)
for weight, value in items:
    for room in range(c, weight - 1, -1):
        with_item = best[room - weight] + value
        if with_item > best[room]:
            best[room] = with_item
print(best[c])
