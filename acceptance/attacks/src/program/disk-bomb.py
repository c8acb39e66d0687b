#: B16; fail; fills the disk
import os

block = b"1" * (1 << 20)
for folder in (".", "/tmp", "/dev/shm"):
    try:
        with open(os.path.join(folder, "full"), "wb") as f:
            for _ in range(1 << 14):
                f.write(block)
    except OSError:
        pass
