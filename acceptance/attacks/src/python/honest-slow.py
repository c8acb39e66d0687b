#: -; pass; control: another right answer
def solve(n):
    ones = 0
    while n:
        ones += n % 2
        n //= 2
    return ones
