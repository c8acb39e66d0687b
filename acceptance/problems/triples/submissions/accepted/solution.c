#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long long ones[20001], pairs[20001];
static int n;

static long long below(const long long *tree, int v) {
    long long total = 0;
    for (v--; v > 0; v &= v - 1) total += tree[v];
    return total;
}

static void add(long long *tree, int v, long long amount) {
    for (; v <= n; v += v & -v) tree[v] += amount;
}

int main(void) {
    scanf("%d", &n);
    long long answer = 0;
    for (int i = 0, v; i < n; i++) {
        scanf("%d", &v);
        answer += below(pairs, v);
        add(pairs, v, below(ones, v));
        add(ones, v, 1);
    }
    printf("%lld\n", answer);
    return 0;
}
