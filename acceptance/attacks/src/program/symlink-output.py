#: B22; fail; links the names a grader may collect to the input and to devices
import os

for name in ("output", "output.txt", "stdout", "stdout.txt", "answer", "feedback", "judgemessage.txt", "result"):
    for target in ("/proc/self/fd/0", "/dev/zero", "/etc/passwd"):
        try:
            os.symlink(target, name)
        except OSError:
            pass
