#: B18; fail; leaves a child that holds the pipe open and goes on guessing
import os
import time

if os.fork() == 0:
    os.setsid()
    while True:
        try:
            os.write(1, b"500\n")
        except OSError:
            pass
        time.sleep(0.01)
os._exit(0)
