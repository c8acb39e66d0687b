n = 100
while True:
    print(n, flush=True)
    if input() == "correct":
        break
    n -= 1
