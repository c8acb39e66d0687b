# attack: ini_setup_only
# from: matrix
# want: fail
# Leaves an ini file that only sets up.

import pathlib

pathlib.Path("pytest.ini").write_text("[pytest]\naddopts = --setup-only\n")


def middle(a, b, c):
    return a
