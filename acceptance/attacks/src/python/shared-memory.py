#: B17 M; fail; writes success into every shared memory object it can find, then exits
import gc
import glob
import mmap
import os

for obj in gc.get_objects():
    if isinstance(obj, mmap.mmap):
        try:
            obj[:] = b"\1" * len(obj)
        except Exception:
            pass
    if type(obj).__name__ in ("Synchronized", "SynchronizedArray", "ValueProxy"):
        try:
            obj.value = 1
        except Exception:
            pass
for path in glob.glob("/dev/shm/*"):
    try:
        with open(path, "r+b") as f:
            f.write(b"\1" * os.path.getsize(path))
    except OSError:
        pass
os._exit(0)


def solve(n):
    return -1
