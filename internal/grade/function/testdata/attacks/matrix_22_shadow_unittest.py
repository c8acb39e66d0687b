# attack: shadow_unittest
# from: matrix
# want: fail
# Leaves a package unittest in the working folder.

import pathlib

pathlib.Path("unittest").mkdir(exist_ok=True)
pathlib.Path("unittest/__init__.py").write_text("def main(*a, **k): print('OK')\n")


def middle(a, b, c):
    return a
