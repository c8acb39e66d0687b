#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int values[20000];

static int ending_at(int i) {
    int best = 1;
    for (int j = 0; j < i; j++) {
        if (values[j] >= values[i]) continue;
        int length = ending_at(j) + 1;
        if (length > best) best = length;
    }
    return best;
}

int main(void) {
    int n, best = 0;
    scanf("%d", &n);
    for (int i = 0; i < n; i++) scanf("%d", &values[i]);
    for (int i = 0; i < n; i++) {
        int length = ending_at(i);
        if (length > best) best = length;
    }
    printf("%d\n", best);
    return 0;
}
