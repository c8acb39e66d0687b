#: C30 M; fail; skips the module under pytest, or raises an exception of that name
try:
    from pytest import skip
except ImportError:
    class Skipped(BaseException):
        pass

    def skip(reason, allow_module_level=False):
        raise Skipped(reason)

skip("nothing to test", allow_module_level=True)


def solve(n):
    return -1
