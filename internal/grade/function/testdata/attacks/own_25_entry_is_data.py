# attack: entry_is_data
# from: own
# want: fail
# The entry point is a number.

middle = 2
