# attack: raise_stop
# from: own
# want: fail
# StopIteration out of a call.

def middle(a, b, c):
    raise StopIteration(2)
