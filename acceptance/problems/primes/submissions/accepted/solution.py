import sys

tokens = iter(sys.stdin.read().split())
a, b = int(next(tokens)), int(next(tokens))
root = int(b**0.5) + 1
composite = bytearray(root + 1)
hit = bytearray(b - a + 1)
for p in range(2, root + 1):
    if composite[p]:
        continue
    composite[p * p :: p] = b"\1" * len(range(p * p, root + 1, p))
    first = max(p * p, -(-a // p) * p) - a
    if first <= b - a:
        hit[first::p] = b"\1" * len(range(first, b - a + 1, p))
for n in range(max(a, 2), b + 1):
    if not hit[n - a]:
        print(n)
