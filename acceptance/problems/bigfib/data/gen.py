"""Writes this problem's cases; see casefiles.py."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from casefiles import sample, secret  # noqa: E402


def text(ns):
    return "".join(f"{n}\n" for n in ns)


sample(text([0, 7]))
secret("first", text(range(12)))
secret("powers", text([1, 2, 4, 8, 16]))
secret("two-limbs", text([25, 22, 24]))
secret("teens", text([13, 17, 19]))
secret("same", text([10, 10]))
secret("zero", text([0]))
secret("large", text([90, 20000, 300, 93, 94, 45, 47, 48, 12345]))
