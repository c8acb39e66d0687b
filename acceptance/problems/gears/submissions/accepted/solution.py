import math
import sys

for line in sys.stdin:
    gears = [int(t) for t in line.split()]
    print(math.lcm(*gears))
