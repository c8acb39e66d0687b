rows, cols = map(int, input().split())
ways = [0] * (cols + 1)
for r in range(rows):
    line = input().strip()
    for c in range(cols):
        if r == c == 0:
            ways[c] = 1
        if c:
            ways[c] += ways[c - 1]
        if line[c] == "#":
            ways[c] = 0
print(ways[cols - 1] % 1000000007)
