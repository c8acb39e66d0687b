import sys

tokens = iter(sys.stdin.read().split())
n = int(next(tokens))
values = [int(t) for t in tokens]
total = sum(values)


def split(i, left, right):
    if i == n:
        return left == right
    return split(i + 1, left + values[i], right) or split(i + 1, left, right + values[i])


print("YES" if split(0, 0, 0) else "NO")
