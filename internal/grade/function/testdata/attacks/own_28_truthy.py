# attack: truthy
# from: own
# want: fail
# An object that is true.

def middle(a, b, c):
    return object()
