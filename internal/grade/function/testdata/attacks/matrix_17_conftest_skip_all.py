# attack: conftest_skip_all
# from: matrix
# want: fail
# Leaves a conftest.py that skips all tests.

import pathlib

pathlib.Path("conftest.py").write_text(
    'import pytest\ndef pytest_collection_modifyitems(items):\n    for i in items:\n        i.add_marker(pytest.mark.skip)\n'
)


def middle(a, b, c):
    return a
