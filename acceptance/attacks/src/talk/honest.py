#: -; pass; control: halves the interval
low, high = 1, 1000
while True:
    mid = (low + high) // 2
    print(mid, flush=True)
    reply = input()
    if reply == "correct":
        break
    if reply == "lower":
        high = mid - 1
    else:
        low = mid + 1
