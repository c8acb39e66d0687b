#: B16; fail; floods standard error, answers nothing
import sys

while True:
    sys.stderr.write("1\n" * 100000)
