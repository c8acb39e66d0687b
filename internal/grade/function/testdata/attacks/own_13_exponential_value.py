# attack: exponential_value
# from: own
# want: fail
# A value that is small here and huge when written.

def middle(a, b, c):
    x = []
    for _ in range(60):
        x = [x, x]
    return x
