"""Writes this problem's cases; see casefiles.py."""

import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from casefiles import sample, secret  # noqa: E402

rng = random.Random(17)


def text(n, roads):
    return f"{n} {len(roads)}\n" + "".join(f"{a} {b} {c}\n" for a, b, c in roads)


sample(text(3, [(1, 3, 10), (1, 2, 3), (2, 3, 4)]))
secret("no-road", text(2, []))
secret("one-way", text(2, [(2, 1, 5)]))
secret("parallel", text(2, [(1, 2, 9), (1, 2, 7), (1, 2, 8)]))
secret("detour", text(4, [(1, 4, 100), (1, 2, 1), (2, 3, 1), (3, 4, 1)]))
secret("loops", text(3, [(1, 1, 0), (1, 2, 5), (2, 1, 0), (2, 3, 5), (3, 3, 1)]))
secret("sums-beyond-32-bits", text(5, [(i, i + 1, 10**9) for i in range(1, 5)]))
roads = []
for layer in range(40):
    for a in range(10):
        for b in rng.sample(range(10), 4):
            roads.append((1 + layer * 10 + a, 11 + layer * 10 + b, rng.randrange(10**9)))
roads = roads + [(401 + a, 411, rng.randrange(10**9)) for a in range(10)]
rng.shuffle(roads)
secret("large", text(411, roads))
