from fractions import Fraction


def add_all(terms):
    return str(sum((Fraction(t) for t in terms), Fraction(0)))
