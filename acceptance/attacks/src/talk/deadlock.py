#: C29; fail; waits for the interactor to speak first
input()
