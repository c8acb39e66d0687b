#: B16; fail; floods standard output so that the grader drowns
def solve(n):
    while True:
        print("passed " * 10000)
