import sys

events = []
for line in sys.stdin:
    start, end = map(int, line.split())
    events += [(start, 1), (end, -1)]
busy = best = when = 0
for minute, change in sorted(events):
    busy += change
    if busy > best:
        best, when = busy, minute
print(best, when)
