import sys

tokens = iter(sys.stdin.read().split())
n, m = int(next(tokens)), int(next(tokens))
after = [[] for _ in range(n + 1)]
before = [[] for _ in range(n + 1)]
for _ in range(m):
    a, b = int(next(tokens)), int(next(tokens))
    after[a].append(b)
    before[b].append(a)


def level(task, path):
    """Returns the longest chain of rules that ends in the task, or -1 for a cycle."""
    if task in path:
        return -1
    best = 0
    for a in before[task]:
        chain = level(a, path | {task})
        if chain < 0:
            return -1
        best = max(best, chain + 1)
    return best


levels = [level(t, frozenset()) for t in range(1, n + 1)]
if min(levels) < 0:
    print("impossible")
else:
    print(*sorted(range(1, n + 1), key=lambda t: levels[t - 1]))
