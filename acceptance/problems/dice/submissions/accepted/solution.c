#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double p[201][10001];

static double chance(int n, int s, int t) {
    memset(p, 0, sizeof p);
    p[0][0] = 1;
    for (int die = 0; die < n; die++) {
        for (int sum = 0; sum <= die * s; sum++) {
            for (int face = 1; face <= s; face++) p[die + 1][sum + face] += p[die][sum] / s;
        }
    }
    double total = 0;
    for (int sum = n * s; sum >= t; sum--) total += p[n][sum];
    return total;
}

int main(void) {
    int n, s, t;
    while (scanf("%d %d %d", &n, &s, &t) == 3) printf("%.15g\n", chance(n, s, t));
    return 0;
}
