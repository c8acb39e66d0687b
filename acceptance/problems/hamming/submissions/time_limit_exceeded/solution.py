import sys


def smooth(n):
    for p in (2, 3, 5):
        while n % p == 0:
            n //= p
    return n == 1


for line in sys.stdin:
    left, n = int(line), 0
    while left:
        n += 1
        left -= smooth(n)
    print(n)
