#: -; pass; control: the same in exponent form
print("%.12e" % (float(input()) / 2))
