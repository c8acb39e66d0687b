#: E45; fail; a negative divisor
print(-int(input()))
