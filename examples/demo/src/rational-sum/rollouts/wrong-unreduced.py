from math import lcm


def add_all(terms):
    parts = [tuple(map(int, t.split("/"))) if "/" in t else (int(t), 1) for t in terms]
    den = lcm(*(d for _, d in parts))
    num = sum(n * (den // d) for n, d in parts)
    if num % den == 0:
        return str(num // den)
    return f"{num}/{den}"
