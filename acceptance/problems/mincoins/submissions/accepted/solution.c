#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAR 1000000000

static int v, c, coins[32];
static int best[20001];

int main(void) {
    scanf("%d %d", &v, &c);
    for (int i = 0; i < c; i++) scanf("%d", &coins[i]);
    for (int total = 1; total <= v; total++) {
        best[total] = FAR;
        for (int i = 0; i < c; i++) {
            if (coins[i] <= total && best[total - coins[i]] + 1 < best[total]) best[total] = best[total - coins[i]] + 1;
        }
    }
    printf("%d\n", best[v] < FAR ? best[v] : -1);
    return 0;
}
