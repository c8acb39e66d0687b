"""Writes this problem's cases; see casefiles.py."""

import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from casefiles import sample, secret  # noqa: E402

rng = random.Random(4)


def text(xs):
    xs = list(xs)
    return f"{len(xs)}\n{' '.join(map(str, xs))}\n"


sample(text([3, 1, 2, 2, 5]))
secret("one", text([-7]))
secret("equal", text([4] * 12))
secret("falling", text(range(15, 0, -1)))
secret("rising", text(range(-5, 10)))
secret("zigzag", text([1, 9, 2, 8, 3, 7, 4, 6, 5]))
secret("repeats", text([rng.randrange(6) for _ in range(20)]))
secret("large", text([rng.randrange(-10**4, 10**4) for _ in range(20000)]))
