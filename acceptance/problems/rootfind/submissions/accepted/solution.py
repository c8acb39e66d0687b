import sys

tokens = iter(sys.stdin.read().split())
for _ in range(int(next(tokens))):
    a, b = float(next(tokens)), float(next(tokens))
    low, high = 0.0, 1001.0
    for _ in range(100):
        mid = (low + high) / 2
        if mid**3 + a * mid < b:
            low = mid
        else:
            high = mid
    print(f"{low:.9f}")
