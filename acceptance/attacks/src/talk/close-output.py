#: C29; fail; closes its output and waits for ever
import os
import time

os.close(1)
time.sleep(10**6)
