#: B16; fail; bytes that are no text, to make the checker fail
import sys

sys.stdout.buffer.write(bytes(range(256)) * 16)
