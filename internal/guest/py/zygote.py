"""A warm interpreter: loads a profile once, then forks on order.

Started by the slot init as

    python -I -B /steelyard/py/zygote.py DRIVER MODULE...

with the control socket on descriptor 3.
It imports the driver and the modules and then stays inside serve() of
init/fork.c, which receives orders, forks a child for each into a prepared cell,
takes its privileges away and awaits it. Only children return from there; they
call driver.main(argv). The parent never reads anything of a candidate's.
"""

import ctypes
import gc
import os
import signal
import sys


def run(argv, env):
    status = 1
    try:
        for item in env:
            name, _, value = item.partition("=")
            os.environ[name] = value
        sys.argv = argv
        gc.enable()
        driver.main(argv[1:])
        status = 0
    except SystemExit as err:
        status = err.code if isinstance(err.code, int) else 0 if err.code is None else 1
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        except BaseException:
            pass
        os._exit(status & 0xFF)


def threads():
    try:
        with open("/proc/self/stat", "rb") as f:
            return int(f.read().rsplit(b")", 1)[1].split()[17])
    except FileNotFoundError:  # a host that allows no /proc
        threading = sys.modules.get("threading")
        return threading.active_count() if threading else 1


HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
driver = __import__(sys.argv[1])
# What candidates import again and again, and takes longer than a fork: typing
# alone costs more than everything else a small candidate does. A module that
# is not there will be missing for the candidate as well.
BASE = (
    "typing", "math", "re", "collections", "itertools", "functools", "heapq", "bisect", "string", "copy", "operator",
)
for _name in BASE + tuple(sys.argv[2:]):
    try:
        __import__(_name)
    except ImportError:
        pass

if hasattr(driver, "warm"):
    driver.warm()
os.environ.pop("LD_BIND_NOW", None)

if __name__ == "__main__":
    # PyDLL keeps the interpreter lock through the call: nothing of the
    # interpreter changes between the call in the parent and its return in a
    # child, as in an ordinary fork from one thread.
    _lib = ctypes.PyDLL(os.path.join(HERE, "..", "bin", "fork.so"))
    _lib.serve.restype = ctypes.c_long
    _args, _argc = ctypes.c_char_p(), ctypes.c_uint32()
    _pargs, _pargc = ctypes.byref(_args), ctypes.byref(_argc)
    if threads() != 1:
        # Forking from several threads would copy locks that nobody releases.
        sys.exit("the profile started threads: it cannot be kept warm")
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # Made before the fork so that children find it warm.
    _split = (b"a\0b\0").decode("utf-8", "surrogateescape").split("\0")
    gc.collect()
    gc.disable()
    gc.freeze()
    _n = _lib.serve(3, _pargs, _pargc)
    if _n < 0:
        sys.exit(0)
    _texts = ctypes.string_at(_args, _n).decode("utf-8", "surrogateescape").split("\0")
    run(_texts[: _argc.value], _texts[_argc.value : -1])
