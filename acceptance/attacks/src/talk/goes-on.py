#: E45; fail; goes on guessing after the right one
low, high = 1, 1000
while True:
    mid = (low + high) // 2
    print(mid, flush=True)
    reply = input()
    if reply == "correct":
        print(mid, flush=True)
        break
    if reply == "lower":
        high = mid - 1
    else:
        low = mid + 1
