"""Writes this problem's cases; see casefiles.py."""

import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from casefiles import sample, secret  # noqa: E402

rng = random.Random(16)


def text(xs):
    return f"{len(xs)}\n{' '.join(map(str, xs))}\n"


sample(text([1, 5, 11, 5]))
sample(text([1, 2, 5]))
secret("one", text([4]))
secret("two", text([9, 9]))
secret("odd", text([3, 3, 3]))
secret("even-no", text([2, 2, 8]))
secret("greedy-fails", text([8, 7, 6, 5, 4]))
secret("three-three", text([5, 5, 4, 3, 3, 2]))
secret("large", text([rng.randrange(200, 900) * 2 for _ in range(58)] + [1, 2]))
