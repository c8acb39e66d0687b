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
    int *first = calloc(n + 2, sizeof(int)), *next = malloc((m + 1) * sizeof(int));
    for (int i = 0; i < m; i++) {
        next[i] = first[from[i]];
        first[from[i]] = i + 1;
    }
    for (int t = 1; t <= n; t++) {
        if (degree[t] == 0) order[count++] = t;
    }
    for (int head = 0; head < count; head++) {
        for (int e = first[order[head]]; e; e = next[e - 1]) {
            if (--degree[to[e - 1]] == 0) order[count++] = to[e - 1];
        }
    }
    if (count < n) {
        printf("impossible\n");
        return 0;
    }
    for (int i = 0; i < n; i++) printf("%d\n", order[i]);
    return 0;
}
