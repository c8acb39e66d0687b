import heapq
import sys

tokens = iter(sys.stdin.read().split())
n, m = int(next(tokens)), int(next(tokens))
roads = [[] for _ in range(n + 1)]
for _ in range(m):
    a, b, c = int(next(tokens)), int(next(tokens)), int(next(tokens))
    roads[a].append((b, c))
FAR = 1 << 60


def walk(a, seen):
    if a == n:
        return 0
    return min((c + walk(b, seen | {b}) for b, c in roads[a] if b not in seen), default=FAR)


length = walk(1, frozenset([1]))
print(length if length < FAR else -1)
