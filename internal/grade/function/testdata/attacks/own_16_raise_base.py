# attack: raise_base
# from: own
# want: fail
# An exception that is no Exception.

def middle(a, b, c):
    raise KeyboardInterrupt
