# attack: hard_exit_at_import
# from: matrix
# want: fail
# Os._exit(0) while the module loads.

import os

def middle(a, b, c):
    return a


os._exit(0)
