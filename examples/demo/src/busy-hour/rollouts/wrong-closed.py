import sys

events = []
for line in sys.stdin:
    start, end = map(int, line.split())
    events.append((start, 0))
    events.append((end, 1))
busy = best = when = 0
for minute, closing in sorted(events):
    if closing:
        busy -= 1
    else:
        busy += 1
        if busy > best:
            best, when = busy, minute
print(best, when)
