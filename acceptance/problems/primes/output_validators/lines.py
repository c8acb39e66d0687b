"""Compares lines as a multiset: order and white space at the ends do not count.

Kattis contract: lines.py INPUT ANSWER FEEDBACK_DIR < OUTPUT, exit code 42 or 43.
"""

import sys
from collections import Counter


def lines(stream):
    return Counter(line.strip() for line in stream.read().decode("utf-8", "replace").splitlines() if line.strip())


with open(sys.argv[2], "rb") as answer:
    sys.exit(42 if lines(answer) == lines(sys.stdin.buffer) else 43)
