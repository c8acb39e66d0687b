#: -; fail; control: counts digits
import sys

for word in sys.stdin.read().split():
    print(len(bin(int(word))) - 2)
