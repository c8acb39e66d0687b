import sys

numbers = [1]
i = j = k = 0
while len(numbers) < 5000:
    n, which = min((numbers[i] * 2, 0), (numbers[j] * 3, 1), (numbers[k] * 5, 2))
    numbers.append(n)
    i += which == 0
    j += which == 1
    k += which == 2
for line in sys.stdin:
    print(numbers[int(line) - 1])
