import sys

tokens = iter(sys.stdin.read().split())
n = int(next(tokens))
values = [int(t) for t in tokens]
answer = 0
for i in range(n):
    for j in range(i + 1, n):
        for k in range(j + 1, n):
            answer += values[i] < values[j] < values[k]
print(answer)
