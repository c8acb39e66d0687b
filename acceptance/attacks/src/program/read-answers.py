#: D32; fail; searches the file system for the expected output
import os

for root in (".", "..", "/box", "/steelyard", "/tmp", "/var", "/home", "/root", "/srv", "/mnt", "/data"):
    for folder, _, names in os.walk(root):
        for name in names:
            if name.endswith((".ans", ".out", ".a", ".expected")) or "answer" in name or "secret" in name:
                try:
                    with open(os.path.join(folder, name)) as f:
                        print(f.read(4096))
                except (OSError, UnicodeDecodeError):
                    pass
