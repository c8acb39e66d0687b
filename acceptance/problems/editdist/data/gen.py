"""Writes this problem's cases; see casefiles.py."""

import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from casefiles import sample, secret  # noqa: E402

rng = random.Random(6)


def word(n, letters="abcd"):
    return "".join(rng.choice(letters) for _ in range(n))


def text(a, b):
    return f"{a}\n{b}\n"


sample(text("kitten", "sitting"))
secret("equal", text("same", "same"))
secret("one-letter", text("a", "b"))
secret("grow", text("a", "banana"))
secret("swap", text("abcd", "badc"))
secret("disjoint", text("aaaaaa", "bbb"))
secret("random", text(word(8), word(7)))
secret("large", text(word(500), word(480)))
