#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long long power(unsigned long long a, unsigned long long b, unsigned long long m) {
    unsigned long long result = 1;
    a %= m;
    while (b > 0) {
        if (b & 1) result = result * a % m;
        a = a * a % m;
        b >>= 1;
    }
    return result;
}

int main(void) {
    int t;
    scanf("%d", &t);
    while (t-- > 0) {
        unsigned long long a, b, m;
        scanf("%llu %llu %llu", &a, &b, &m);
        printf("%llu\n", power(a, b, m));
    }
    return 0;
}
