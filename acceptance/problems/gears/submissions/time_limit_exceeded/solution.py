import math
import sys

for line in sys.stdin:
    gears = [int(t) for t in line.split()]
    turn = 1
    while any(turn % g for g in gears):
        turn += 1
    print(turn)
