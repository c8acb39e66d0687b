#: -; pass; bisects
lo, hi = 1, 1000
while True:
    m = (lo + hi) // 2
    print(m, flush=True)
    r = input()
    if r == "correct":
        break
    if r == "lower":
        hi = m - 1
    else:
        lo = m + 1
