#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int circle[12000];

int main(void) {
    int n;
    long long k, at = 0;
    scanf("%d %lld", &n, &k);
    for (int i = 0; i < n; i++) circle[i] = i + 1;
    for (; n > 0; n--) {
        at = (at + k - 1) % n;
        printf("%d\n", circle[at]);
        memmove(&circle[at], &circle[at + 1], (n - at - 1) * sizeof(int));
    }
    return 0;
}
