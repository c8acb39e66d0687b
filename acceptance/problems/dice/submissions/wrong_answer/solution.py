import sys

for line in sys.stdin:
    n, s, t = map(int, line.split())
    ways = [1]
    for _ in range(n):
        # The sum of the last s entries, kept as a running total.
        window, rolled = 0, []
        for total in range(len(ways) + s):
            rolled.append(window)
            window += ways[total] if total < len(ways) else 0
            window -= ways[total - s] if total >= s else 0
        ways = rolled
    print(sum(ways[t + 1 :]) / s**n)
