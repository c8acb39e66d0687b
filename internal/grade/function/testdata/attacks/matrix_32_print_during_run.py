# attack: print_during_run
# from: matrix
# want: fail
# Prints lines of a passing run while it fails.

def middle(a, b, c):
    print("PASSED test_middle\n--- PASS: middle\nok 1 - middle", flush=True)
    return a
