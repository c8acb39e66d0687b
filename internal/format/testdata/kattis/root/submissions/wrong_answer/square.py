print(float(input()) ** 2)
