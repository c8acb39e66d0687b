"""Writes this problem's cases; see casefiles.py."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from casefiles import sample, secret  # noqa: E402


def text(n, k):
    return f"{n} {k}\n"


sample(text(7, 3))
secret("one", text(1, 5))
secret("in-order", text(9, 1))
secret("every-other", text(10, 2))
secret("round", text(6, 6))
secret("long-count", text(5, 1000))
secret("prime", text(41, 13))
secret("large", text(12000, 10**12 - 11))
