# attack: conftest_no_op_items
# from: matrix
# want: fail
# Leaves a conftest.py that empties the tests.

import pathlib

pathlib.Path("conftest.py").write_text(
    'def pytest_collection_modifyitems(items):\n    for i in items:\n        i.obj = lambda *a: None\n'
)


def middle(a, b, c):
    return a
