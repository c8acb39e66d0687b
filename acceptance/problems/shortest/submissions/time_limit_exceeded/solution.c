#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAR (1LL << 60)

static int n, m, from[2000], to[2000];
static long long length[2000], best[501];
static char seen[501];

static void walk(int a, long long sum) {
    if (sum < best[a]) best[a] = sum;
    seen[a] = 1;
    for (int i = 0; i < m; i++) {
        if (from[i] == a && !seen[to[i]]) walk(to[i], sum + length[i]);
    }
    seen[a] = 0;
}

int main(void) {
    scanf("%d %d", &n, &m);
    for (int i = 0; i < m; i++) scanf("%d %d %lld", &from[i], &to[i], &length[i]);
    for (int i = 1; i <= n; i++) best[i] = FAR;
    best[1] = 0;
    walk(1, 0);
    printf("%lld\n", best[n] < FAR ? best[n] : -1);
    return 0;
}
