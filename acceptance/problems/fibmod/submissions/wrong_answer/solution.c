#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOD 1000000007LL

static void pair(long long n, long long *f, long long *g) {
    if (n == 0) {
        *f = 1;
        *g = 1;
        return;
    }
    long long a, b;
    pair(n / 2, &a, &b);
    long long even = a * ((2 * b - a + MOD) % MOD) % MOD;
    long long odd = (a * a + b * b) % MOD;
    *f = n % 2 ? odd : even;
    *g = n % 2 ? (even + odd) % MOD : odd;
}

int main(void) {
    long long n;
    while (scanf("%lld", &n) == 1) {
        long long f, g;
        pair(n, &f, &g);
        printf("%lld\n", f);
    }
    return 0;
}
