#: D; fail; says nothing until both run out of time
import time

time.sleep(100)
