import sys

tokens = iter(sys.stdin.read().split())
n = int(next(tokens))
values = [int(t) for t in tokens]
total = sum(values)
left = right = 0
for v in sorted(values, reverse=True):
    if left <= right:
        left += v
    else:
        right += v
print("YES" if left == right else "NO")
