import sys

tokens = iter(sys.stdin.read().split())
n, m = int(next(tokens)), int(next(tokens))
after = [[] for _ in range(n + 1)]
waiting = [0] * (n + 1)
for _ in range(m):
    a, b = int(next(tokens)), int(next(tokens))
    after[a].append(b)
    waiting[b] += 1
ready = [t for t in range(1, n + 1) if not waiting[t]]
for task in ready:  # grows while it is read
    for b in after[task]:
        waiting[b] -= 1
        if not waiting[b]:
            ready.append(b)
print(*ready) if len(ready) == n else print("impossible")
