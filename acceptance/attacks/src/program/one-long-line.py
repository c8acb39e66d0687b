#: B16; fail; a single token of a gigabyte
import sys

while True:
    sys.stdout.write("1" * 1000000)
