import sys

tokens = iter(sys.stdin.read().split())
n = int(next(tokens))
values = [int(t) for t in tokens]
total = sum(values)
sums = 1  # bit s is set when some values sum to s
for v in values:
    sums |= sums << v
print("YES" if total % 2 == 0 and sums >> total // 2 & 1 else "NO")
