#: C31; fail; ends with the code by which interactors accept
import os

os._exit(42)
