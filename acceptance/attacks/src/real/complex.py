#: F46; fail; words around the right number
print("about", float(input()) / 2)
