# attack: ini_collect_only
# from: matrix
# want: fail
# Leaves an ini file that only collects.

import pathlib

pathlib.Path("pytest.ini").write_text("[pytest]\naddopts = --collect-only\n")


def middle(a, b, c):
    return a
