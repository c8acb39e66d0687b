import heapq


def running_median(values):
    lower, upper = [], []
    result = []
    for value in values:
        if not lower or value <= -lower[0]:
            heapq.heappush(lower, -value)
        else:
            heapq.heappush(upper, value)
        if len(lower) > len(upper) + 1:
            heapq.heappush(upper, -heapq.heappop(lower))
        elif len(upper) > len(lower):
            heapq.heappush(lower, -heapq.heappop(upper))
        if len(lower) > len(upper):
            result.append(-lower[0])
        else:
            result.append((-lower[0] + upper[0]) / 2)
    return result
