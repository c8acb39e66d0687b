low, high = 1, 10**15
while True:
    mid = low + (high - low) // 10
    print(mid, flush=True)
    reply = input()
    if reply == "correct":
        break
    if reply == "lower":
        high = mid - 1
    else:
        low = mid + 1
