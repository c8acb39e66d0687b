#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int n, m, from[20000], to[20000], degree[10001], order[10000];
static int chain[10001];

/* Returns the longest chain that ends in the task, or -1 for a cycle. */
static int level(int task, int depth) {
    if (depth > n) return -1;
    int best = 0;
    for (int i = 0; i < m; i++) {
        if (to[i] != task) continue;
        int longest = level(from[i], depth + 1);
        if (longest < 0) return -1;
        if (longest + 1 > best) best = longest + 1;
    }
    return best;
}

int main(void) {
    int count = 0;
    scanf("%d %d", &n, &m);
    for (int i = 0; i < m; i++) {
        scanf("%d %d", &from[i], &to[i]);
        degree[to[i]]++;
    }
    for (int t = 1; t <= n; t++) {
        chain[t] = level(t, 0);
        if (chain[t] < 0) {
            printf("impossible\n");
            return 0;
        }
    }
    for (int d = 0; d < n; d++) {
        for (int t = 1; t <= n; t++) {
            if (chain[t] == d) order[count++] = t;
        }
    }
    if (count < n) {
        printf("impossible\n");
        return 0;
    }
    for (int i = 0; i < n; i++) printf("%d\n", order[i]);
    return 0;
}
