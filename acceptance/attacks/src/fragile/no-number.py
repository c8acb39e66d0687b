#: D; fail; crashes the checker with what is no number
print("abc")
