import sys

tokens = iter(sys.stdin.read().split())
a, b = tokens
sys.setrecursionlimit(10000)


def distance(i, j):
    if i == 0 or j == 0:
        return i + j
    replace = distance(i - 1, j - 1) + (a[i - 1] != b[j - 1])
    return min(replace, distance(i - 1, j) + 1, distance(i, j - 1) + 1)


print(distance(len(a), len(b)))
