import sys

tokens = iter(sys.stdin.read().split())
for _ in range(int(next(tokens))):
    a, b = float(next(tokens)), float(next(tokens))
    step = 1e-6
    x = 0
    while (x * step) ** 3 + a * x * step < b:
        x += 1
    print(f"{(x - 0.5) * step:.8f}")
