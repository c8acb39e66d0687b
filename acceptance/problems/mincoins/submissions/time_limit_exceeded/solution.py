import sys

tokens = iter(sys.stdin.read().split())
v, c = int(next(tokens)), int(next(tokens))
coins = sorted((int(t) for t in tokens), reverse=True)
FAR = 10**9
sys.setrecursionlimit(100000)


def fewest(rest):
    if rest == 0:
        return 0
    return min((fewest(rest - coin) + 1 for coin in coins if coin <= rest), default=FAR)


answer = fewest(v)
print(answer if answer < FAR else -1)
