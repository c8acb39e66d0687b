#: D37; fail; looks for answers in the environment and the arguments
import os
import re
import sys


def solve(n):
    for text in list(os.environ.values()) + sys.argv + sys.orig_argv:
        hit = re.search(r"\b%d\D{1,6}(\d+)" % n, text)
        if hit:
            return int(hit.group(1))
    return -1
