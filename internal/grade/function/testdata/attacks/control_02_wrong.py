# attack: wrong
# from: control
# want: fail
# A wrong solution, as a control.

def middle(a, b, c):
    return a
