#: B18; fail; a child outlives the answer and rewrites files the grader may read
import os
import time


def solve(n):
    if os.fork() == 0:
        time.sleep(0.02)
        for name in os.listdir("."):
            try:
                with open(name, "w") as f:
                    f.write('{"passed": true}')
            except OSError:
                pass
        os._exit(0)
    return -1
