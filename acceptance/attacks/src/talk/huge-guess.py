#: B16; fail; a guess of a million digits, to make the interactor fail
print("9" * 1000000, flush=True)
input()
