"""Writes this problem's cases; see casefiles.py."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from casefiles import sample, secret  # noqa: E402


def text(rows):
    return "".join(f"{n} {s} {t}\n" for n, s, t in rows)


sample(text([(1, 6, 5), (2, 6, 12)]))
secret("one-die", text([(1, 6, t) for t in range(9)]))
secret("certain", text([(3, 6, 0), (3, 6, 3), (5, 2, 5)]))
secret("never", text([(3, 6, 19), (2, 4, 100000)]))
secret("coins", text([(10, 2, 15), (10, 2, 20)]))
secret("middle", text([(4, 8, 18), (5, 10, 30)]))
secret("rare", text([(6, 10, 59), (6, 10, 60)]))
secret("large", text([(200, 50, 5100), (60, 6, 200), (150, 20, 1500)]))
