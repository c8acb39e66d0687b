# attack: huge_text
# from: own
# want: fail
# A text of 100 MB.

def middle(a, b, c):
    return "x" * 100000000
