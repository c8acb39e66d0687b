import sys

tokens = iter(sys.stdin.read().split())
n = int(next(tokens))
values = [int(t) for t in tokens]
tree = [0] * (n + 1)
seen = [0] * (n + 1)
answer = 0


def below(v):
    total = 0
    while v:
        total += tree[v]
        v &= v - 1
    return total


count = [0] * (n + 2)
for v in values:
    count[v] += 1
above = [0] * (n + 2)  # how many values of the whole list are larger
for v in range(n - 1, 0, -1):
    above[v] = above[v + 1] + count[v + 1]
for j, v in enumerate(values):
    smaller, upto = below(v), below(v)
    answer += smaller * (above[v] - (j - upto))
    while v <= n:
        tree[v] += 1
        v += v & -v
print(answer)
