#: D; fail; closes its output, on which the interactor spins
import os
import time

os.close(1)
time.sleep(100)
