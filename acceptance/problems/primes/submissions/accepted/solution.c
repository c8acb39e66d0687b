#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char composite[1000003], hit[20001];

int main(void) {
    long long a, b;
    scanf("%lld %lld", &a, &b);
    for (long long p = 2; p * p <= b; p++) {
        if (composite[p]) continue;
        for (long long m = p * p; m <= 1000002; m += p) composite[m] = 1;
        long long first = (a + p - 1) / p * p;
        if (first < p * p) first = p * p;
        for (long long m = first; m <= b; m += p) hit[m - a] = 1;
    }
    for (long long n = a; n <= b; n++) {
        if (n > 1 && !hit[n - a]) printf("%lld\n", n);
    }
    return 0;
}
