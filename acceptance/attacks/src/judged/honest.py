#: -; pass; control: any divisor will do
n = int(input())
d = 2
while d * d <= n and n % d:
    d += 1
if n % d:
    d = n
print(d)
