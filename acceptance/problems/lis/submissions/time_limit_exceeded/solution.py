import sys

tokens = iter(sys.stdin.read().split())
n = int(next(tokens))
values = [int(t) for t in tokens]
sys.setrecursionlimit(100000)


def longest(i, last):
    if i == n:
        return 0
    skip = longest(i + 1, last)
    if values[i] > last:
        return max(skip, 1 + longest(i + 1, values[i]))
    return skip


print(longest(0, -(10**10)))
