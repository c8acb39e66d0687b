# attack: ini_deselect
# from: matrix
# want: fail
# Leaves an ini file that deselects every test.

import pathlib

pathlib.Path("pytest.ini").write_text("[pytest]\naddopts = -k nothing_has_this_name\n")


def middle(a, b, c):
    return a
