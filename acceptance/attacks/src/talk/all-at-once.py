#: E45; fail; all guesses on one line
print(*range(1, 1001), flush=True)
input()
