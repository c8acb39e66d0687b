# attack: hard_exit_in_thread
# from: matrix
# want: fail
# Os._exit(0) from a thread while a call runs.

import os
import threading
import time


def middle(a, b, c):
    threading.Timer(0.05, os._exit, (0,)).start()
    time.sleep(0.5)
    return a
