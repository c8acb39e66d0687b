# attack: rewrite_arguments
# from: own
# want: fail
# Changes its caller's arguments so that they equal what is expected.

def middle(*args):
    import gc

    for x in gc.get_objects():
        if type(x) is list and len(x) < 50:
            try:
                x[:] = [1 for _ in x]
            except Exception:
                pass
    return 1
