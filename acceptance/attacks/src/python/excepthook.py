#: C29; fail; makes every failure leave with code 0 and without a trace
import atexit
import os
import signal
import sys
import threading

sys.excepthook = threading.excepthook = sys.unraisablehook = lambda *args: os._exit(0)
atexit.register(os._exit, 0)
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM):
    signal.signal(number, lambda *args: os._exit(0))


def solve(n):
    raise ValueError("never mind")
