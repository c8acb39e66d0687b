"""Writes the cases of a problem; used by each problem's data/gen.py.

A gen.py calls sample() and secret() with inputs, in the order in which they shall
run. The answers come from the accepted Python submission, which check.py then
compares with those of the other six languages. A case's file name is its number
and name; nothing depends on the clock, so the files are the same every time.
"""

import os
import subprocess
import sys

PROBLEM = os.path.dirname(os.path.dirname(os.path.abspath(sys.argv[0])))
SOLUTION = os.path.join(PROBLEM, "submissions", "accepted", "solution.py")
_counts = {"sample": 0, "secret": 0}


def _write(group, name, text, answer):
    _counts[group] += 1
    stem = f"{_counts[group]}-{name}" if name else str(_counts[group])
    folder = os.path.join(PROBLEM, "data", group)
    os.makedirs(folder, exist_ok=True)
    if answer is None:
        done = subprocess.run([sys.executable, SOLUTION], input=text.encode(), stdout=subprocess.PIPE, check=True)
        answer = done.stdout.decode()
    for suffix, content in (("in", text), ("ans", answer)):
        with open(os.path.join(folder, f"{stem}.{suffix}"), "w", newline="\n") as f:
            f.write(content)


def sample(text, answer=None):
    """Adds a case that the statement shows."""
    _write("sample", "", text, answer)


def secret(name, text, answer=None):
    """Adds a hidden case."""
    _write("secret", name, text, answer)
