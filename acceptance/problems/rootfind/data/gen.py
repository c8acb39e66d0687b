"""Writes this problem's cases; see casefiles.py."""

import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from casefiles import sample, secret  # noqa: E402

rng = random.Random(10)


def text(rows):
    return f"{len(rows)}\n" + "".join(f"{a} {b}\n" for a, b in rows)


sample(text([(0, 8), (1, 2), (2.5, 0)]))
secret("zero", text([(0, 0), (5, 0)]))
secret("tiny", text([(1000000, 1), (1000000, 0.5), (3, 0.000001)]))
secret("cube", text([(0, 0.001), (0, 0.000008), (0, 0.027)]))
secret("below-one", text([(0.5, 0.25), (9.75, 3.125), (1, 1)]))
secret("middle", text([(1, 2), (0.25, 1.5)]))
secret("decimals", text([(round(rng.uniform(100, 1000), 3), round(rng.uniform(0, 100), 6)) for _ in range(3)]))
secret("large", text([(round(rng.uniform(0, 1000), 3), 10**9 - rng.randrange(10**6)) for _ in range(200)]))
