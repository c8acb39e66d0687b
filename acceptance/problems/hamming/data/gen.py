"""Writes this problem's cases; see casefiles.py."""

import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from casefiles import sample, secret  # noqa: E402

rng = random.Random(19)


def text(ks):
    return "".join(f"{k}\n" for k in ks)


sample(text([1, 7, 10]))
secret("first", text(range(1, 31)))
secret("one", text([1]))
secret("repeats", text([15, 15, 1]))
secret("hundred", text([100, 99, 101]))
secret("steps", text([2, 20, 50, 150]))
secret("falling", text(range(40, 0, -3)))
secret("large", text([5000] + [rng.randrange(4000, 5001) for _ in range(60)]))
