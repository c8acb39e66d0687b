"""Accepts every order of the tasks that keeps the rules (Kattis contract).

Called as: validate.py INPUT ANSWER FEEDBACK_DIR < OUTPUT; exits with 42 to accept
and with 43 to reject, and says why in FEEDBACK_DIR/judgemessage.txt.
"""

import os
import sys


def verdict(case, answer, output):
    n, m = case[0], case[1]
    words = output.split()
    if answer.strip() == "impossible":
        return words == ["impossible"], "an order for a cycle"
    if words == ["impossible"]:
        return False, "there is an order"
    if len(words) != n:
        return False, f"{len(words)} tasks instead of {n}"
    place = {}
    for i, word in enumerate(words):
        if not (word.isascii() and word.isdigit() and len(word) <= 6 and 1 <= int(word) <= n):
            return False, f"no task: {word[:40]!r}"
        place[int(word)] = i
    if len(place) != n:
        return False, "a task comes twice"
    for k in range(m):
        a, b = case[2 + 2 * k], case[3 + 2 * k]
        if place[a] >= place[b]:
            return False, f"task {a} must come before {b}"
    return True, ""


def main():
    with open(sys.argv[1]) as f:
        case = [int(t) for t in f.read().split()]
    with open(sys.argv[2]) as f:
        answer = f.read()
    output = sys.stdin.buffer.read().decode("utf-8", "replace")
    ok, why = verdict(case, answer, output)
    if why and not ok:
        with open(os.path.join(sys.argv[3], "judgemessage.txt"), "w") as f:
            f.write(why + "\n")
    sys.exit(42 if ok else 43)


main()
