#: E45; fail; a divisor that the task excludes
print(1)
