#: -; pass; control: the right answer
def solve(n):
    return bin(n).count("1")
