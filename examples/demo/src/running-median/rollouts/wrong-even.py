from bisect import insort


def running_median(values):
    seen, medians = [], []
    for v in values:
        insort(seen, v)
        medians.append(seen[len(seen) // 2])
    return medians
