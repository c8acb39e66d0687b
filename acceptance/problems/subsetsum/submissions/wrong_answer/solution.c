#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int n, values[60];

static int falling(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }

int main(void) {
    scanf("%d", &n);
    for (int i = 0; i < n; i++) scanf("%d", &values[i]);
    int left = 0, right = 0;
    qsort(values, n, sizeof(int), falling);
    for (int i = 0; i < n; i++) {
        if (left <= right) left += values[i];
        else right += values[i];
    }
    puts(left == right ? "yes" : "no");
    return 0;
}
