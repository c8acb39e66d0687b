#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int smooth(long long n) {
    while (n % 2 == 0) n /= 2;
    while (n % 3 == 0) n /= 3;
    while (n % 5 == 0) n /= 5;
    return n == 1;
}

int main(void) {
    for (int left; scanf("%d", &left) == 1;) {
        long long n = 0;
        while (left > 0) left -= smooth(++n);
        printf("%lld\n", n);
    }
    return 0;
}
