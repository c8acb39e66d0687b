import heapq
import sys

tokens = iter(sys.stdin.read().split())
n, m = int(next(tokens)), int(next(tokens))
roads = [[] for _ in range(n + 1)]
for _ in range(m):
    a, b, c = int(next(tokens)), int(next(tokens)), int(next(tokens))
    roads[a].append((b, c))
best = {1: 0}
queue = [(0, 1)]
while queue:
    length, a = heapq.heappop(queue)
    if length > best[a]:
        continue
    for b, c in roads[a]:
        if length + c < best.get(b, 1 << 60):
            best[b] = length + c
            heapq.heappush(queue, (length + c, b))
print(best.get(n, -1))
