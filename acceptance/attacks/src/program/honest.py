#: -; pass; control: the right answer
import sys

for word in sys.stdin.read().split():
    print(bin(int(word)).count("1"))
