from math import gcd


def add_all(terms):
    num, den = 0, 1
    for term in terms:
        top, _, bottom = term.partition("/")
        bottom = int(bottom or 1)
        num, den = num * bottom + int(top) * den, den * bottom
    shared = gcd(num, den)
    num, den = num // shared, den // shared
    return str(num) if den == 1 else f"{num}/{den}"
