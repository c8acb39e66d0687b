from bisect import bisect_left, bisect_right
import sys

tokens = iter(sys.stdin.read().split())
n = int(next(tokens))
values = [int(t) for t in tokens]
tails = []
for x in values:
    i = bisect_left(tails, x)
    tails[i : i + 1] = [x]
print(len(tails))
