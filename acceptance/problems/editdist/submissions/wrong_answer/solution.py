import sys

tokens = iter(sys.stdin.read().split())
a, b = tokens
row = list(range(len(b) + 1))
for i, x in enumerate(a, 1):
    above, row = row, [i]
    for j, y in enumerate(b, 1):
        row.append(above[j - 1] if x == y else min(above[j], row[-1]) + 1)
print(row[-1])
