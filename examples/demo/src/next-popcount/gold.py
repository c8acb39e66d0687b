import sys

for word in sys.stdin.read().split():
    n = int(word)
    low = n & -n
    ripple = n + low
    print(ripple | ((n ^ ripple) // low >> 2))
