#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int n, values[60];

static int split(int i, int difference) {
    if (i == n) return difference == 0;
    return split(i + 1, difference + values[i]) || split(i + 1, difference - values[i]);
}

int main(void) {
    scanf("%d", &n);
    for (int i = 0; i < n; i++) scanf("%d", &values[i]);
    puts(split(0, 0) ? "yes" : "no");
    return 0;
}
