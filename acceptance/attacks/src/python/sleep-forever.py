#: C29; fail; never answers and uses no processor time
import time


def solve(n):
    time.sleep(10**6)
