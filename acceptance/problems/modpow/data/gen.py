"""Writes this problem's cases; see casefiles.py."""

import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from casefiles import sample, secret  # noqa: E402

rng = random.Random(1)


def text(rows):
    return f"{len(rows)}\n" + "".join(f"{a} {b} {m}\n" for a, b, m in rows)


sample(text([(2, 10, 1000), (3, 0, 7), (10, 3, 1)]))
secret("zero", text([(0, 0, 5), (0, 3, 5), (0, 0, 1), (1, 0, 1), (7, 0, 1)]))
secret("ones", text([(1, 500, 1), (5, 1, 5), (5, 1, 6), (2**31, 2, 2**31 - 1)]))
secret("small", text([(a, b, m) for a in range(5) for b in range(5) for m in (1, 2, 7)]))
secret("carmichael", text([(2, 560, 561), (3, 561, 561), (10, 90, 91)]))
secret("wide", text([(rng.randrange(10**18), rng.randrange(1000), rng.randrange(1, 2**31)) for _ in range(50)]))
secret("largest-modulus", text([(10**18, 999, 2**31 - 1), (2**31 - 2, 998, 2**31 - 1)]))
secret("large", text([(rng.randrange(10**18), 10**18 - rng.randrange(10**9), rng.randrange(1, 2**31)) for _ in range(2500)]))
