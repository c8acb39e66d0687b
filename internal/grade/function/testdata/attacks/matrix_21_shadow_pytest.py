# attack: shadow_pytest
# from: matrix
# want: fail
# Leaves a pytest.py in the working folder.

import pathlib

pathlib.Path("pytest.py").write_text("import sys; print('1 passed'); sys.exit(0)\n")


def middle(a, b, c):
    return a
