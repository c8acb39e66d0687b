#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long long root(long long a, long long p) {
    long long x = 1, base = a;
    for (long long e = (p + 1) / 4; e > 0; e >>= 1) {
        if (e & 1) x = x * base % p;
        base = base * base % p;
    }
    return (p - x) % p;
}

int main(void) {
    int t;
    scanf("%d", &t);
    while (t-- > 0) {
        long long a, p;
        scanf("%lld %lld", &a, &p);
        printf("%lld\n", root(a, p));
    }
    return 0;
}
