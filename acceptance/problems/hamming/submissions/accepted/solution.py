import sys

numbers = [1]
i = j = k = 0
while len(numbers) < 5000:
    n = min(numbers[i] * 2, numbers[j] * 3, numbers[k] * 5)
    numbers.append(n)
    i += n == numbers[i] * 2
    j += n == numbers[j] * 3
    k += n == numbers[k] * 5
for line in sys.stdin:
    print(numbers[int(line) - 1])
