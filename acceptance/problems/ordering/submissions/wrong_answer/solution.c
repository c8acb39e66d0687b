#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int n, m, from[20000], to[20000], degree[10001], order[10000];

int main(void) {
    int count = 0;
    scanf("%d %d", &n, &m);
    for (int i = 0; i < m; i++) {
        scanf("%d %d", &from[i], &to[i]);
        degree[to[i]]++;
    }
    for (int d = 0; d <= m && count < n; d++) {
        for (int t = 1; t <= n; t++) {
            if (degree[t] == d) order[count++] = t;
        }
        if (count == 0) break;
    }
    if (count < n) {
        printf("impossible\n");
        return 0;
    }
    for (int i = 0; i < n; i++) printf("%d\n", order[i]);
    return 0;
}
