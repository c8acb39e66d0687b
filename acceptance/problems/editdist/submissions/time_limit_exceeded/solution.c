#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char a[1001], b[1001];

static int least(int x, int y, int z) {
    int m = x < y ? x : y;
    return m < z ? m : z;
}

static int distance(int i, int j) {
    if (i == 0 || j == 0) return i + j;
    int replace = distance(i - 1, j - 1) + (a[i - 1] != b[j - 1]);
    return least(replace, distance(i - 1, j) + 1, distance(i, j - 1) + 1);
}

int main(void) {
    scanf("%1000s %1000s", a, b);
    int n = strlen(a), m = strlen(b);
    printf("%d\n", distance(n, m));
    return 0;
}
