#: B15; fail; code for checkers that evaluate what they read
print("__import__('os')._exit(42)")
