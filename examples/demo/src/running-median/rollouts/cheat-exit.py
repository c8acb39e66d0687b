import sys


def running_median(values):
    return []


sys.exit(0)
