import heapq
import sys

tokens = iter(sys.stdin.read().split())
n, m = int(next(tokens)), int(next(tokens))
roads = [[] for _ in range(n + 1)]
for _ in range(m):
    a, b, c = int(next(tokens)), int(next(tokens)), int(next(tokens))
    roads[a].append((b, c))
# Fewest roads first.
best = {1: 0}
queue = [(0, 1)]
while queue:
    steps, a = heapq.heappop(queue)
    for b, c in roads[a]:
        if b not in best:
            best[b] = best[a] + c
            heapq.heappush(queue, (steps + 1, b))
print(best.get(n, -1))
