amount = int(input())
ways = [1] + [0] * amount
for coin in map(int, input().split()):
    for total in range(coin, amount + 1):
        ways[total] += ways[total - coin]
print(ways[amount])
