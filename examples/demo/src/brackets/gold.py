import sys

PAIR = {")": "(", "]": "[", "}": "{"}


def judge(line):
    stack = []
    for i, ch in enumerate(line, 1):
        if ch in "([{":
            stack.append((ch, i))
        elif ch in PAIR and (not stack or stack.pop()[0] != PAIR[ch]):
            return i
    return stack[-1][1] if stack else "ok"


for line in sys.stdin:
    print(judge(line.strip()))
