#: D; fail; crashes the interactor with what is no number, and stays
import time

print("abc", flush=True)
time.sleep(1)
