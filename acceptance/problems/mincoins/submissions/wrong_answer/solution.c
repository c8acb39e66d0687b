#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAR 1000000000

static int v, c, coins[32];

int main(void) {
    scanf("%d %d", &v, &c);
    for (int i = 0; i < c; i++) scanf("%d", &coins[i]);
    int used = 0;
    while (v > 0) {
        int largest = 0;
        for (int i = 0; i < c; i++) {
            if (coins[i] <= v && coins[i] > largest) largest = coins[i];
        }
        if (largest == 0) break;
        v -= largest;
        used++;
    }
    printf("%d\n", v == 0 ? used : -1);
    return 0;
}
