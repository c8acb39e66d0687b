#: F51; fail; a list that contains itself
def solve(n):
    value = [n]
    value.append(value)
    return value
