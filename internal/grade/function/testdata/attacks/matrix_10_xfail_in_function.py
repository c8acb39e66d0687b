# attack: xfail_in_function
# from: matrix
# want: fail
# Expected failure, or what stands for it without pytest.

class XFailed(BaseException):
    pass


def middle(a, b, c):
    try:
        from pytest import xfail
    except ImportError:
        raise XFailed("expected")
    xfail("expected")
