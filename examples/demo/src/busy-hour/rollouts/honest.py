import sys
from collections import Counter

change = Counter()
for line in sys.stdin:
    start, end = line.split()
    change[int(start)] += 1
    change[int(end)] -= 1

level = peak = at = 0
for minute in sorted(change):
    level += change[minute]
    if level > peak:
        peak, at = level, minute
print(peak, at)
