#: F49; fail; infinity
print("inf")
