#: B16; fail; NUL bytes, invalid UTF-8 and terminal codes around the answers
import sys

for word in sys.stdin.read().split():
    sys.stdout.buffer.write(b"\0\xff\xfe\x1b[2K%d\0\n" % bin(int(word)).count("1"))
