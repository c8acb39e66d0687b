"""Writes this problem's cases; see casefiles.py."""

import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from casefiles import sample, secret  # noqa: E402

rng = random.Random(5)


def text(c, items):
    return f"{len(items)} {c}\n" + "".join(f"{w} {v}\n" for w, v in items)


sample(text(10, [(5, 10), (4, 40), (6, 30), (3, 50)]))
secret("no-room", text(0, [(1, 5)]))
secret("once-only", text(10, [(1, 3), (7, 8)]))
secret("all-fit", text(100, [(10, 1), (20, 2), (30, 3)]))
secret("too-heavy", text(9, [(10, 100), (9, 1)]))
secret("ratio-trap", text(10, [(6, 13), (5, 10), (5, 10)]))
secret("random", text(60, [(rng.randrange(1, 20), rng.randrange(1, 100)) for _ in range(15)]))
secret("large", text(1500, [(rng.randrange(1, 60), rng.randrange(1, 10**6)) for _ in range(100)]))
