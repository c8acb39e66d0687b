"""Writes this problem's cases; see casefiles.py."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from casefiles import sample, secret  # noqa: E402


def text(a, b):
    return f"{a} {b}\n"


sample(text(1, 10))
secret("none", text(24, 28))
secret("one", text(1, 1))
secret("two", text(2, 2))
secret("square", text(49, 49))
secret("squares", text(100, 130))
secret("small", text(1, 2000))
secret("large", text(10**12 - 20000, 10**12))
