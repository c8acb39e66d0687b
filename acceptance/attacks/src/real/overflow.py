#: F49; fail; a number that overflows to infinity
print("1e999")
