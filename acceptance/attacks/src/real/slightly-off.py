#: E45; fail; off by a thousandth
print(float(input()) / 2 * 1.001 + 0.001)
