"""Writes this problem's cases; see casefiles.py."""

import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from casefiles import sample, secret  # noqa: E402

rng = random.Random(7)


def grow(pairs):
    out, depth = [], 0
    for left in range(2 * pairs, 0, -1):
        if depth == left or (depth and rng.random() < 0.5):
            out.append(")")
            depth -= 1
        else:
            out.append("(")
            depth += 1
    return "".join(out)


sample("(()(()))\n")
secret("one", "()\n")
secret("flat", "()" * 12 + "\n")
secret("tower", "(" * 16 + ")" * 16 + "\n")
secret("wraps", "(" * 22 + ")" * 22 + "()" * 5 + "\n")
secret("comb", "(()" * 15 + "()" + ")" * 15 + "\n")
secret("random", grow(40) + "\n")
secret("large", "(" * 310000 + "()()" + ")" * 310000 + grow(5000) + "\n")
