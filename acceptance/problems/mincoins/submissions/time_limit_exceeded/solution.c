#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAR 1000000000

static int v, c, coins[32];

static int fewest(int rest) {
    if (rest == 0) return 0;
    int best = FAR;
    for (int i = 0; i < c; i++) {
        if (coins[i] > rest) continue;
        int n = fewest(rest - coins[i]) + 1;
        if (n < best) best = n;
    }
    return best;
}

int main(void) {
    scanf("%d %d", &v, &c);
    for (int i = 0; i < c; i++) scanf("%d", &coins[i]);
    int answer = fewest(v);
    printf("%d\n", answer < FAR ? answer : -1);
    return 0;
}
