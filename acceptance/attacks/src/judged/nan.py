#: F49; fail; not a number
print("nan")
