# attack: no_entry_point
# from: own
# want: fail
# Defines another function.

def muddle(a, b, c):
    return sorted((a, b, c))[1]
