# attack: endless_nesting
# from: own
# want: fail
# A list that holds itself.

def middle(a, b, c):
    x = []
    x.append(x)
    return x
