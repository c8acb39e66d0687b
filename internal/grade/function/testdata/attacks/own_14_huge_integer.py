# attack: huge_integer
# from: own
# want: fail
# An integer of a billion bits.

def middle(a, b, c):
    return 1 << 200000000
