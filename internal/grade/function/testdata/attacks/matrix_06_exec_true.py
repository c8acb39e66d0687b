# attack: exec_true
# from: matrix
# want: fail
# The process becomes /bin/true.

import os

def middle(a, b, c):
    return a


os.execv("/bin/true", ["true"])
