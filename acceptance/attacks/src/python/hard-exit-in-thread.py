#: C27 M; fail; a thread ends the process while the first call waits
import os
import threading
import time


def later():
    time.sleep(0.05)
    os._exit(0)


threading.Thread(target=later, daemon=True).start()


def solve(n):
    time.sleep(0.5)
    return -1
