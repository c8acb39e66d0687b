from fractions import Fraction


def add_all(terms):
    total = 0.0
    for term in terms:
        top, _, bottom = term.partition("/")
        total += int(top) / int(bottom or 1)
    return str(Fraction(total).limit_denominator(1_000_000))
