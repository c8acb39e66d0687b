#: -; pass; counts
def solve(s):
    return {c: s.count(c) for c in s}
