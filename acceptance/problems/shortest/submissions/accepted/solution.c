#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAR (1LL << 60)

static int n, m, from[2000], to[2000];
static long long length[2000], best[501];

int main(void) {
    scanf("%d %d", &n, &m);
    for (int i = 0; i < m; i++) scanf("%d %d %lld", &from[i], &to[i], &length[i]);
    for (int i = 1; i <= n; i++) best[i] = FAR;
    best[1] = 0;
    for (int round = 0; round < n; round++) {
        for (int i = 0; i < m; i++) {
            if (best[from[i]] + length[i] < best[to[i]]) best[to[i]] = best[from[i]] + length[i];
        }
    }
    printf("%lld\n", best[n] < FAR ? best[n] : -1);
    return 0;
}
