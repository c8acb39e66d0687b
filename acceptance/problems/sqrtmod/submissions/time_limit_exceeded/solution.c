#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long long root(long long a, long long p) {
    for (long long x = p - 1; x >= 0; x--) {
        if (x * x % p == a) return x;
    }
    return -1;
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
