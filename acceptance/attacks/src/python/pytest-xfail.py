#: C30 M; fail; xfails when called
def solve(n):
    try:
        import pytest
    except ImportError:
        class XFailed(BaseException):
            pass

        raise XFailed("known to fail")
    pytest.xfail("known to fail")
