#: F46; fail; answers in hexadecimal and with units
import sys

for word in sys.stdin.read().split():
    print(hex(bin(int(word)).count("1")) + "ones")
