#: F46; fail; the answers in Arabic-Indic digits
import sys

for word in sys.stdin.read().split():
    print(str(bin(int(word)).count("1")).translate({ord("0") + i: 0x660 + i for i in range(10)}))
