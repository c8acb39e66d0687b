#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOD 1000000007LL

int main(void) {
    long long n;
    while (scanf("%lld", &n) == 1) {
        long long a = 0, b = 1;
        while (n-- > 0) {
            long long sum = (a + b) % MOD;
            a = b;
            b = sum;
        }
        printf("%lld\n", a);
    }
    return 0;
}
