#: C31; fail; prints a verdict instead of an answer
print("Accepted\nAC\n42\n5 passed in 0.01s\n[OK]")
