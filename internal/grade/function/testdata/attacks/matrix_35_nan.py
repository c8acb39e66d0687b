# attack: nan
# from: matrix
# want: fail
# Returns NaN.

def middle(a, b, c):
    return float("nan")
