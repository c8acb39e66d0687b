#: G52; fail; stops the clocks, then takes too long
import time

for name in ("time", "monotonic", "perf_counter", "process_time", "time_ns", "monotonic_ns", "perf_counter_ns"):
    setattr(time, name, lambda: 0)
time.sleep = lambda seconds: None


def solve(n):
    while True:
        n += 1
