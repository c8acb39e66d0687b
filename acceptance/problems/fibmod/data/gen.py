"""Writes this problem's cases; see casefiles.py."""

import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from casefiles import sample, secret  # noqa: E402

rng = random.Random(2)


def text(ns):
    return "".join(f"{n}\n" for n in ns)


sample(text([0, 1, 10]))
secret("first", text(range(20)))
secret("wraps", text([43, 44, 45, 46, 47, 48, 49, 50]))
secret("zero", text([0]))
secret("thousands", text([rng.randrange(5000) for _ in range(20)]))
secret("hundred-thousand", text([99999, 100000]))
secret("one", text([1, 2]))
secret("large", text([10**18 - rng.randrange(10**12) for _ in range(1000)]))
