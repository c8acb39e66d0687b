import math
import sys

for line in sys.stdin:
    gears = [int(t) for t in line.split()]
    print(math.prod(gears) // math.gcd(*gears))
