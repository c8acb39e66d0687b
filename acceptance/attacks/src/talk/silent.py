#: C31; fail; ends at once with code 0
