"""Writes this problem's cases; see casefiles.py."""

import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from casefiles import sample, secret  # noqa: E402

rng = random.Random(9)


def prime(n):
    return all(n % d for d in range(2, int(n**0.5) + 1))


def near(n):
    while n % 4 != 3 or not prime(n):
        n += 1
    return n


def text(rows):
    return f"{len(rows)}\n" + "".join(f"{a} {p}\n" for a, p in rows)


sample(text([(4, 7), (3, 7), (0, 11)]))
secret("smallest", text([(a, 3) for a in range(3)]))
secret("all-of-19", text([(a, 19) for a in range(19)]))
secret("zero-and-one", text([(0, 103), (1, 103), (102, 103)]))
secret("squares", text([(x * x % 10007, 10007) for x in (2, 3, 5000, 10006)]))
secret("no-roots", text([(10007 - x * x % 10007, 10007) for x in (2, 3, 5000)]))
secret("mixed", text([(rng.randrange(50023), 50023) for _ in range(40)]))
big = [near(2**31 - 1 - rng.randrange(1, 10**6)) for _ in range(30)]
secret("large", text([(rng.randrange(p), p) for p in big for _ in range(16)]))
