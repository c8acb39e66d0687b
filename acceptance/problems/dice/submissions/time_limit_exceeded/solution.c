#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double chance(int n, int s, int t) {
    if (n == 0) return t <= 0;
    double sum = 0;
    for (int face = 1; face <= s; face++) sum += chance(n - 1, s, t - face);
    return sum / s;
}

int main(void) {
    int n, s, t;
    while (scanf("%d %d %d", &n, &s, &t) == 3) printf("%.15g\n", chance(n, s, t));
    return 0;
}
