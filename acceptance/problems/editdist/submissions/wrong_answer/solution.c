#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char a[1001], b[1001];
static int cost[1001][1001];

static int least(int x, int y, int z) {
    int m = x < y ? x : y;
    return m < z ? m : z;
}

int main(void) {
    scanf("%1000s %1000s", a, b);
    int n = strlen(a), m = strlen(b);
    for (int i = 0; i <= n; i++) {
        for (int j = 0; j <= m; j++) {
            if (i == 0 || j == 0) {
                cost[i][j] = i + j;
                continue;
            }
            int replace = cost[i - 1][j - 1] + (a[i - 1] != b[j - 1] ? 2 : 0);
            cost[i][j] = least(replace, cost[i - 1][j] + 1, cost[i][j - 1] + 1);
        }
    }
    printf("%d\n", cost[n][m]);
    return 0;
}
