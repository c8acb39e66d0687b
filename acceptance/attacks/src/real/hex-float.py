#: F46; fail; a hexadecimal float
print((float(input()) / 2).hex())
