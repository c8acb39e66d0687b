"""Writes this problem's cases; see casefiles.py."""

import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from casefiles import sample, secret  # noqa: E402

rng = random.Random(18)


def text(xs):
    xs = list(xs)
    return f"{len(xs)}\n{' '.join(map(str, xs))}\n"


sample(text([1, 3, 2, 4, 5]))
secret("too-few", text([1, 2]))
secret("one", text([1]))
secret("equal", text([2] * 6))
secret("falling", text(range(9, 0, -1)))
secret("rising", text(range(1, 31)))
secret("repeats", text([rng.randrange(1, 6) for _ in range(40)]))
secret("large", text([min(20000, max(1, i + rng.randrange(-4000, 4000))) for i in range(20000)]))
