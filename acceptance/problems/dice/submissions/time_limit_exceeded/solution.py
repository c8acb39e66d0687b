import sys

for line in sys.stdin:
    n, s, t = map(int, line.split())

    def count(dice, need):
        if dice == 0:
            return need <= 0
        return sum(count(dice - 1, need - face) for face in range(1, s + 1))

    print(count(n, t) / s**n)
