"""Writes this problem's cases; see casefiles.py."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from casefiles import sample, secret  # noqa: E402


def text(n, answer=""):
    return f"{n}\n"


sample(text(42), "42\n")
for name, n in [("first", 1), ("second", 2), ("power", 2**20), ("near-middle", 5 * 10**14 + 3), ("last", 10**15),
                ("before-last", 10**15 - 1), ("large", 720575940379279)]:
    secret(name, text(n), text(n))
