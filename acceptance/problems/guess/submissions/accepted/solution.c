#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    long long low = 1, high = 1000000000000000LL;
    char reply[16];
    for (;;) {
        long long mid = (low + high) / 2;
        printf("%lld\n", mid);
        fflush(stdout);
        if (scanf("%15s", reply) != 1) break;
        if (strcmp(reply, "lower") == 0) high = mid - 1;
        else if (strcmp(reply, "higher") == 0) low = mid + 1;
        else break;
    }
    return 0;
}
