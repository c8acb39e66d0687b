#: E45; fail; a wrong and a right divisor
n = int(input())
print(1, n)
