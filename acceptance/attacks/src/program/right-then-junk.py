#: E45; fail; the right answers and then others, hoping for a prefix comparison
import sys

for word in sys.stdin.read().split():
    print(bin(int(word)).count("1"))
print("1 2 3 4 5 6 7 8")
