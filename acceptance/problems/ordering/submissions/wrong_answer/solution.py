import sys

tokens = iter(sys.stdin.read().split())
n, m = int(next(tokens)), int(next(tokens))
after = [[] for _ in range(n + 1)]
blockers = [0] * (n + 1)
for _ in range(m):
    a, b = int(next(tokens)), int(next(tokens))
    after[a].append(b)
    blockers[b] += 1
if all(blockers[1:]):
    print("impossible")
else:
    print(*sorted(range(1, n + 1), key=lambda t: blockers[t]))
