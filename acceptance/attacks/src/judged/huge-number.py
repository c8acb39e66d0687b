#: B16; fail; a number of a hundred thousand digits, to make the checker fail
print("9" * 100000)
