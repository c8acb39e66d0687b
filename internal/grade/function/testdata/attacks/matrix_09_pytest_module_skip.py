# attack: pytest_module_skip
# from: matrix
# want: fail
# Skips the module if pytest is there.

try:
    import pytest

    pytest.skip("no", allow_module_level=True)
except ImportError:
    pass


def middle(a, b, c):
    return a
