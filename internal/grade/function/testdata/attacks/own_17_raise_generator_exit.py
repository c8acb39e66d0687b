# attack: raise_generator_exit
# from: own
# want: fail
# GeneratorExit out of a call.

def middle(a, b, c):
    raise GeneratorExit
