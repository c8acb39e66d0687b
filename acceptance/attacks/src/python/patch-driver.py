#: B15; fail; replaces the functions of the program that calls it
import sys

for name in ("__main__", "driver", "tester", "codec", "steelyard"):
    module = sys.modules.get(name)
    for attr, value in list(vars(module).items()) if module else []:
        if callable(value) and not attr.startswith("__") and attr != "solve":
            try:
                setattr(module, attr, lambda *args, **kwargs: 1)
            except Exception:
                pass


def solve(n):
    return -1
