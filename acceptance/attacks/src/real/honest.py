#: -; pass; control: half of the number
print(float(input()) / 2)
