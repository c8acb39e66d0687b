import heapq


def running_median(values):
    low, high, out = [], [], []  # low holds negated values: a max-heap
    for v in values:
        heapq.heappush(low, -heapq.heappushpop(high, v))
        if len(low) > len(high):
            heapq.heappush(high, -heapq.heappop(low))
        out.append(high[0] if len(high) > len(low) else (high[0] - low[0]) / 2)
    return out
