"""Writes this problem's cases; see casefiles.py."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from casefiles import sample, secret  # noqa: E402


def text(v, coins):
    return f"{v} {len(coins)}\n{' '.join(map(str, coins))}\n"


sample(text(6, [1, 3, 4]))
sample(text(3, [2]))
secret("nothing", text(0, [7]))
secret("greedy-stuck", text(12, [9, 6, 1]))
secret("impossible", text(23, [6, 10, 15]))
secret("euro", text(88, [1, 2, 5, 10, 20, 50]))
secret("exact", text(20, [20]))
secret("unsorted", text(30, [25, 1, 10]))
secret("large", text(19999, [7, 9, 13, 23, 41, 58, 97]))
