# attack: print_passed
# from: matrix
# want: fail
# Prints that all tests passed, then exits.

import os

def middle(a, b, c):
    return a


print("4 passed in 0.01s\nOK\nPASSED test_middle", flush=True)
os._exit(0)
