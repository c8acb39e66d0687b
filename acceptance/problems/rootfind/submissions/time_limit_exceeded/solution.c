#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int t;
    scanf("%d", &t);
    while (t-- > 0) {
        double a, b;
        scanf("%lf %lf", &a, &b);
        const double step = 1e-7;
        long long i = 0;
        double x = 0;
        while (x * x * x + a * x < b) x = ++i * step;
        printf("%.9f\n", x);
    }
    return 0;
}
