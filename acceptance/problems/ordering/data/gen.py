"""Writes this problem's cases; see casefiles.py."""

import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from casefiles import sample, secret  # noqa: E402

rng = random.Random(8)


def text(n, rules):
    return f"{n} {len(rules)}\n" + "".join(f"{a} {b}\n" for a, b in rules)


sample(text(4, [(2, 1), (1, 4), (2, 3)]))
sample(text(2, [(1, 2), (2, 1)]))
secret("free", text(5, []))
secret("one", text(1, []))
secret("self", text(2, [(1, 1)]))
secret("backwards", text(8, [(i + 1, i) for i in range(1, 8)]))
secret("far-cycle", text(6, [(1, 2), (2, 3), (3, 4), (4, 5), (5, 3), (5, 6)]))
secret("repeated", text(4, [(4, 2), (4, 2), (2, 3), (3, 1), (4, 1)]))
layers = [[f * 60 + i + 1 for i in range(60)] for f in range(100)]
rules = [(a, b) for f in range(99) for a in layers[f] for b in rng.sample(layers[f + 1], 2)]
rename = list(range(1, 6001))
rng.shuffle(rename)
rules = [(rename[a - 1], rename[b - 1]) for a, b in rules]
rng.shuffle(rules)
secret("large", text(6000, rules))
