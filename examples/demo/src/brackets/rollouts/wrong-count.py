import sys


def check(text):
    counts = {"(": 0, "[": 0, "{": 0}
    last = {}
    pair = {")": "(", "]": "[", "}": "{"}
    for i, c in enumerate(text, 1):
        if c in counts:
            counts[c] += 1
            last[c] = i
        elif c in pair:
            counts[pair[c]] -= 1
            if counts[pair[c]] < 0:
                return i
    left = [last[c] for c in counts if counts[c] > 0]
    return max(left) if left else "ok"


for row in sys.stdin.read().split():
    print(check(row))
