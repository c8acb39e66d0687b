#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    long long a, b;
    scanf("%lld %lld", &a, &b);
    for (long long n = a > 2 ? a : 2; n <= b; n++) {
        long long d = 2;
        while (d < n && n % d != 0) d++;
        if (d == n) printf("%lld\n", n);
    }
    return 0;
}
