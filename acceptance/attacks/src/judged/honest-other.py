#: -; pass; control: another divisor
n = int(input())
d = 2
while d * d <= n and n % d:
    d += 1
if n % d:
    d = n
print(n // d if n // d > 1 else n)
