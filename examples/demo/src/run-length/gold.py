import sys
from itertools import groupby

sys.stdin.reconfigure(encoding="utf-8")
sys.stdout.reconfigure(encoding="utf-8")
for line in sys.stdin:
    parts = []
    for ch, run in groupby(line.rstrip("\n")):
        n = len(list(run))
        parts.append(ch if n == 1 else f"{ch}{n}")
    print("".join(parts))
