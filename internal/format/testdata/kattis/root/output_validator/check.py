# Usage: check.py input answer feedback_dir eps value < output
import sys

x = float(open(sys.argv[1]).read())
try:
    root = float(sys.stdin.read())
except ValueError:
    sys.exit(43)
sys.exit(42 if abs(root * root - x) <= float(sys.argv[5]) else 43)
