#: B16; fail; bytes that are no text
import sys

sys.stdout.buffer.write(bytes(range(256)) + b"\n")
sys.stdout.flush()
input()
