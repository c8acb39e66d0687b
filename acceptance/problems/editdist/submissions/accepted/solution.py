import sys

tokens = iter(sys.stdin.read().split())
a, b = tokens
row = list(range(len(b) + 1))
for i, x in enumerate(a, 1):
    above, row = row, [i]
    for j, y in enumerate(b, 1):
        row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (x != y)))
print(row[-1])
