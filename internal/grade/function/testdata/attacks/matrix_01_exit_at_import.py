# attack: exit_at_import
# from: matrix
# want: fail
# Sys.exit(0) while the module loads.

import sys

def middle(a, b, c):
    return a


sys.exit(0)
