import sys

tokens = iter(sys.stdin.read().split())
MOD = 1000000007

for token in tokens:
    a, b = 0, 1
    for _ in range(int(token)):
        a, b = b, (a + b) % MOD
    print(a)
