"""Writes this problem's cases; see casefiles.py."""

import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from casefiles import sample, secret  # noqa: E402

rng = random.Random(20)


def text(rows):
    return "".join(" ".join(map(str, row)) + "\n" for row in rows)


sample(text([[4, 6], [3, 5, 7]]))
secret("same", text([[7, 7], [1, 1, 1]]))
secret("divides", text([[2, 4, 8, 16], [5, 100]]))
secret("coprime", text([[99, 100], [9, 10, 11]]))
secret("shared", text([[12, 18, 27], [60, 84, 90]]))
secret("eight", text([[2, 3, 4, 5, 6, 7, 8, 9]]))
secret("thousands", text([[1000, 999], [512, 729]]))
secret("large", text([[999983, 999979, 999961], [1000000, 999999, 999998]]
                     + [[rng.randrange(900000, 10**6) for _ in range(3)] for _ in range(100)]))
