#: D; fail; wrong in one case, and crashes the checker in the other
n = int(input())
print(1 if n == 49 else "abc")
