def merge(intervals):
    if not intervals:
        return []
    ordered = sorted(intervals, key=lambda pair: pair[0])
    merged = [list(ordered[0])]
    for start, end in ordered[1:]:
        last = merged[-1]
        if start > last[1]:
            merged.append([start, end])
        elif end > last[1]:
            last[1] = end
    return merged
