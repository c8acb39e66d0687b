# attack: recursion
# from: own
# want: fail
# Recursion without an end.

def middle(a, b, c):
    return middle(a, b, c)
