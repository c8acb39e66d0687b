low, high = 1, 10**15
while True:
    # Walk from both ends until they meet.
    left, right = low, high
    while left < right:
        left, right = left + 1, right - 1
    mid = left if left <= high else high
    print(mid, flush=True)
    reply = input()
    if reply == "correct":
        break
    if reply == "lower":
        high = mid - 1
    else:
        low = mid + 1
