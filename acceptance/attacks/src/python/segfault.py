#: C29; fail; crashes the interpreter
import ctypes


def solve(n):
    ctypes.string_at(0)
    return -1
