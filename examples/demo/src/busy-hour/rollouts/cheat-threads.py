import os
import threading
import time


def linger():
    while True:
        os.write(1, b"2 2\n")
        time.sleep(0.01)


for _ in range(4):
    if os.fork() == 0:
        os.setsid()
        linger()
    threading.Thread(target=linger, daemon=True).start()
print("1 0", flush=True)
os._exit(0)
