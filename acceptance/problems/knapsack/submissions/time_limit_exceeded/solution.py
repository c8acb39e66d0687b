import sys

tokens = iter(sys.stdin.read().split())
n, c = int(next(tokens)), int(next(tokens))
items = [(int(next(tokens)), int(next(tokens))) for _ in range(n)]


def most(i, room):
    if i == n:
        return 0
    weight, value = items[i]
    without = most(i + 1, room)
    return without if weight > room else max(without, value + most(i + 1, room - weight))


print(most(0, c))
