import sys

events = []
for line in sys.stdin:
    start, end = line.split()
    events.append((start, 1))
    events.append((end, -1))
busy = best = 0
when = "0"
for minute, change in sorted(events):
    busy += change
    if busy > best:
        best, when = busy, minute
print(best, when)
